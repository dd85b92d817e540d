// SPDX-License-Identifier: Apache-2.0
// The interface of a store type to this layer: one value for each type. StoreTypes.swift has the table of the kinds.
// MemoryStores.swift and SQLiteStores.swift (PerdureSQLiteStores) are the built-in kinds.

import Foundation
import PerdurePropertyList
import PerdureStore

/// One built-in store type.
package protocol StoreKind: Sendable {
    /// The name that users pass, for example NSSQLiteStoreType.
    var type: String { get }
    /// File operations on stores that are not open; nil for a type that leaves no files.
    var files: (any StoreFiles)? { get }
    /// The same operations with the options of a call; for an operation on two stores those of the source are told apart.
    func files(_ options: [AnyHashable: Any]?, source: [AnyHashable: Any]?) -> (any StoreFiles)?
    /// The metadata keys that the type reserves for itself.
    var ownKeys: Set<String> { get }

    /// The URL of a store, from the URL that a caller gave; nil when the type needs a URL and has none.
    ///
    /// - Throws: `CoreDataException` for a URL that no store of the type can have.
    func resolvedURL(of url: URL?) throws -> URL?

    /// What may be shown of a URL, and what tells stores apart.
    func shownURL(_ url: URL) -> URL

    /// The operation that opens a store.
    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener

    /// Checks, without a store, what a store of the type would refuse.
    ///
    /// - Throws: `StoreError.unsupported`, as a fetch would.
    func check(_ plan: FetchPlan, for schema: Schema) throws
}

/// A kind as an object, for the way from a module above this one.
package final class StoreKindBox {
    let kind: any StoreKind

    package init(_ kind: any StoreKind) { self.kind = kind }
}

/// Several kinds as an object, for the way from a module above this one.
package final class StoreKindsBox {
    let kinds: [any StoreKind]

    package init(_ kinds: [any StoreKind]) { self.kinds = kinds }
}

extension StoreKind {
    // Most types reserve no keys.
    var ownKeys: Set<String> { [] }

    // Most types need no options for files that are not open.
    package func files(_ options: [AnyHashable: Any]?, source: [AnyHashable: Any]?) -> (any StoreFiles)? {
        files
    }

    // A file's URL has nothing to hide.
    package func shownURL(_ url: URL) -> URL { url }
}

/// Opens one store.
package protocol StoreOpener {
    /// Opens the engine; an error leaves the store's file unchanged.
    func open() throws -> any StoreEngine
}

/// Operations on the files of one type's stores, which need not be open.
///
/// All methods throw `StoreError` and the system's errors.
package protocol StoreFiles: Sendable {
    /// Reads the metadata; waits for a lock until the timeout.
    func readMetadata(at url: URL, timeout: TimeInterval) throws -> [String: PropertyListValue]
    /// Changes the metadata at once, on the ground of what is there: nobody else's change gets lost.
    ///
    /// - Parameters:
    ///   - url: the store.
    ///   - timeout: seconds to wait for a lock.
    ///   - change: makes the new metadata of the present ones; it may be called again.
    /// - Throws: what `change` throws; nothing is written then.
    func changeMetadata(
        at url: URL, timeout: TimeInterval,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]) throws
    /// The archive of the model that a store has inside; nil when it has none.
    func readModelArchive(at url: URL) throws -> Data?
    /// Whether a new store can be created at a URL: the file is missing, empty, or an incomplete store.
    func isVacant(_ url: URL) throws -> Bool
    /// Makes the destination a copy of the source.
    ///
    /// - Parameters:
    ///   - source: the store to copy.
    ///   - destination: the store that becomes a copy.
    ///   - sourceTimeout: seconds to wait for a lock of the source.
    ///   - timeout: seconds to wait for a lock of the destination.
    ///   - whileLocked: is called after others are locked out and before anything is written.
    /// - Throws: what `whileLocked` throws; the destination is unchanged then, as after any other error.
    func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval,
        whileLocked: () throws -> Void) throws
    /// A function that says whether anybody has committed to a store since this call.
    func commitCheck(at url: URL) throws -> () throws -> Bool
    /// The last numbers that a store has given to objects and transactions.
    func givenNumbers(at url: URL) throws -> GivenNumbers
    /// Lets a store without a history begin its own after that of another one, whose tokens are expired here.
    func beginHistory(after transaction: Int64, at url: URL) throws
    /// Removes a store.
    func destroy(at url: URL, timeout: TimeInterval) throws
    /// Keeps others from migrating a store by stages or by a mapping model, as long as the value lives; nil for a store whose lock is
    /// a file.
    func lockMigrations(at url: URL, timeout: TimeInterval) throws -> AnyObject?
    /// Claims a place for a new store beside another one, and removes what a killed migration has left there; nil for a store beside
    /// which a file has room.
    func claim(beside url: URL, timeout: TimeInterval) throws -> (any ClaimedPlace)?
    /// What tells the store of a URL from all others.
    func identity(of url: URL) -> String
    /// The options with which a migration reads a store for hours.
    var readingOptions: [AnyHashable: Any] { get }
}

extension StoreFiles {
    // Most stores are files: they have a lock file, and room for another file beside them.
    package func lockMigrations(at url: URL, timeout: TimeInterval) throws -> AnyObject? { nil }
    package func claim(beside url: URL, timeout: TimeInterval) throws -> (any ClaimedPlace)? { nil }
    package var readingOptions: [AnyHashable: Any] { [:] }

    package func identity(of url: URL) -> String {
        url.isFileURL ? url.resolvingSymlinksInPath().standardizedFileURL.path : url.absoluteString
    }

    /// Makes the destination a copy of the source.
    package func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval
    ) throws {
        try copy(from: source, to: destination, sourceTimeout: sourceTimeout, timeout: timeout) {}
    }
}
