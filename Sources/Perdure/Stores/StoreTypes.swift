// SPDX-License-Identifier: Apache-2.0
// The table of store types: for each built-in one its kind (StoreKind.swift), for the others the classes of programs.

import Foundation
import PerdurePredicates

/// The types of store that a coordinator knows.
enum StoreTypes {
    /// What is asked where no store is in question: new stores of this type are what users have who name none.
    static let standard: any StoreKind = SQLiteStores()
    private static let kinds: [any StoreKind] = [standard, MemoryStores()]

    /// The names of the types.
    static let names = kinds.map(\.type)

    /// The keys of the metadata that are no user's.
    static let ownKeys = kinds.reduce(into: Set<String>()) { $0.formUnion($1.ownKeys) }

    /// A built-in type; nil for any other.
    static func builtIn(_ type: String) -> (any StoreKind)? { kinds.first { $0.type == type } }

    /// A built-in type.
    ///
    /// - Throws: 134000 for an unknown type.
    static func kind(_ type: String) throws -> any StoreKind {
        guard let kind = builtIn(type) else { throw unknown(type) }
        return kind
    }

    /// How stores of a type are handled without opening them.
    ///
    /// - Throws: 134000 for a type that is unknown or has no files.
    static func files(_ type: String) throws -> any StoreFiles {
        guard let files = builtIn(type)?.files else { throw unknown(type) }
        return files
    }

    // MARK: Types of programs

    private static let classes = Lock<[String: NSAtomicStore.Type]>([:])

    /// The class that a program registered for a type, or nil.
    static func custom(_ type: String) -> NSAtomicStore.Type? { classes.withLock { $0[type] } }

    /// Registers a class; nil takes the registration back.
    static func register(_ storeClass: NSAtomicStore.Type?, type: String) {
        classes.withLock { $0[type] = storeClass }
    }

    /// The types that programs registered, with their classes.
    static var registered: [String: AnyClass] { classes.withLock { $0.mapValues { $0 as AnyClass } } }

    private static func unknown(_ type: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "Stores of the type \"\(type)\" are not supported here. Use one of "
                    + names.joined(separator: ", ")
                    + ", or register a class for it with registerStoreClass(_:type:)."
            ])
    }
}
