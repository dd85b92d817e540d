// SPDX-License-Identifier: Apache-2.0
// The table of store types: for each built-in one, how it is opened and how its files are handled without
// opening it.

import Foundation
import PerdurePredicates
import PerdureStore

/// The types of store that a coordinator knows.
enum StoreTypes {
    /// The names of the types.
    static let names = [NSSQLiteStoreType, NSInMemoryStoreType]

    /// How a store of a type is opened.
    ///
    /// - Throws: 134000 for an unknown type.
    static func opening(_ place: StorePlace, for coordinator: NSPersistentStoreCoordinator) throws
        -> any StoreOpening
    {
        switch place.type {
        case NSSQLiteStoreType: return SQLiteStoreOpening(place: place, coordinator: coordinator)
        case NSInMemoryStoreType: return InMemoryStoreOpening(place: place, coordinator: coordinator)
        default: throw unknown(place.type)
        }
    }

    /// Checks that a type's stores are files that can be handled without opening them.
    ///
    /// - Throws: 134000 for a type that is unknown or has no files.
    static func requireFiles(_ type: String) throws {
        guard type == NSSQLiteStoreType else { throw unknown(type) }
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

/// Opens one store.
protocol StoreOpening {
    /// Opens the engine; the store's file is as it was when this throws.
    func open() throws -> any StoreEngine
}
