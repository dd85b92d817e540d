// SPDX-License-Identifier: Apache-2.0
// The table of store types: a kind for each built-in type (StoreKind.swift), and the engines that programs registered.
// AtomicStoreTypes.swift has the classes that they registered.

import CPerdureSymbols
import Foundation
import PerdureBase
import PerdureFoundationGaps

/// The store types with an engine.
enum StoreTypes {
    /// The default kind: new stores have this type when the caller names none.
    ///
    /// It also answers questions that concern no particular store. It stands in a module above this one, which every program
    /// with this one links.
    static let standard: any StoreKind = {
        // The function of PerdureSQLiteStores gives a box that the caller owns.
        Unmanaged<StoreKindBox>.fromOpaque(perdure_sqlite_stores()).takeRetainedValue().kind
    }()
    private static let kinds: [any StoreKind] = [standard, MemoryStores()] + fileKinds + serverKinds
    /// The kinds of PerdureFileStores, which every program with this module links.
    private static var fileKinds: [any StoreKind] {
        // The function gives a box that the caller owns.
        Unmanaged<StoreKindsBox>.fromOpaque(perdure_file_stores()).takeRetainedValue().kinds
    }

    /// The kind of PerdurePostgreSQLStores, in programs that have it.
    private static var serverKinds: [any StoreKind] {
        // The function gives a box that the caller owns.
        perdure_postgresql_stores_if_linked().map {
            [Unmanaged<StoreKindBox>.fromOpaque($0).takeRetainedValue().kind]
        } ?? []
    }

    /// The names of the types.
    static let names = kinds.map(\.type)

    /// The metadata keys that are reserved by store kinds.
    static let ownKeys = kinds.reduce(into: Set<String>()) { $0.formUnion($1.ownKeys) }

    /// A built-in kind; nil for any other type.
    static func builtIn(_ type: String) -> (any StoreKind)? { kinds.first { $0.type == type } }

    /// The kind of a built-in type.
    ///
    /// - Throws: 134000 for an unknown type.
    static func kind(_ type: String) throws -> any StoreKind {
        guard let kind = builtIn(type) else { throw unknown(type) }
        return kind
    }

    /// The kind of a built-in type, or of one with a program's engine.
    ///
    /// - Throws: 134000 for an unknown type.
    static func openable(_ type: String) throws -> any StoreKind {
        try engines.withLock { $0[type] } ?? kind(type)
    }

    /// The file operations of a type.
    ///
    /// - Throws: 134000 for a type that is unknown or has no files.
    static func files(
        _ type: String, _ options: [AnyHashable: Any]? = nil, source: [AnyHashable: Any]? = nil
    ) throws -> any StoreFiles {
        guard let files = try kind(type).files(options, source: source) else { throw withoutFiles(type) }
        return files
    }

    private static func withoutFiles(_ type: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "Stores of the type \"\(type)\" have no files, so there is nothing to read, to change or to replace. Add a "
                    + "store to a coordinator and use metadata(for:), setMetadata(_:for:) or migratePersistentStore."
            ])
    }

    /// The kind of the stores at a URL that keep their model: SQLite's for a file.
    static func kind(of url: URL) -> any StoreKind {
        url.isFileURL ? standard : builtIn(serverType) ?? standard
    }

    /// What may be shown of a URL: one of a server may have a password in it.
    static func shownURL(_ url: URL) -> URL {
        url.isFileURL ? url : kind(of: url).shownURL(url)
    }

    // MARK: Engines of programs

    private static let engines = Lock<[String: any StoreKind]>([:])

    /// Registers a program's engine for a type; nil removes the registration.
    static func registerEngine(_ engine: (any StoreKind)?, type: String) {
        engines.withLock { $0[type] = engine }
    }

    /// The types for which programs registered engines, with the class of their stores.
    static var withEngines: [String: AnyClass] {
        engines.withLock { $0.mapValues { _ in NSPersistentStore.self as AnyClass } }
    }

    /// The type that the package trait PostgreSQL adds.
    static let serverType = "PostgreSQL"

    private static func unknown(_ type: String) -> NSError {
        let isLeftOut = type == serverType && builtIn(type) == nil
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "Stores of the type \"\(type)\" are not supported here"
                    + (isLeftOut
                        ? ": the program was built without the package trait PostgreSQL. Name the trait where the manifest "
                            + "names this package, or use one of " : ". Use one of ")
                    + names.joined(separator: ", ")
                    + ", or register a class for it with registerStoreClass(_:type:)."
            ])
    }
}
