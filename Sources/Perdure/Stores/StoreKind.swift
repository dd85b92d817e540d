// SPDX-License-Identifier: Apache-2.0
// What this layer asks of a type of stores: one value answers for all. StoreTypes.swift has the table of the kinds;
// SQLiteStores.swift and MemoryStores.swift are those that are built in.

import Foundation
import PerdurePropertyList
import PerdureStore

/// One built-in type of stores.
protocol StoreKind: Sendable {
    /// What users call it, NSSQLiteStoreType for one.
    var type: String { get }
    /// How stores are handled without opening them; nil for a type that leaves no files.
    var files: (any StoreFiles)? { get }
    /// The keys of the metadata that the type keeps for itself.
    var ownKeys: Set<String> { get }

    /// Where a store is, from what a caller gave; nil where a store needs a URL.
    ///
    /// - Throws: `CoreDataException` for a URL that no store of the type can have.
    func place(of url: URL?) throws -> URL?

    /// How a store is opened.
    func opening(_ place: StorePlace, for coordinator: NSPersistentStoreCoordinator) -> any StoreOpening

    /// Looks at what a store of the type would refuse, without a store.
    ///
    /// - Throws: `StoreError.unsupported`, as a fetch would.
    func check(_ plan: FetchPlan, for schema: Schema) throws
}

extension StoreKind {
    // Most types keep nothing of their own.
    var ownKeys: Set<String> { [] }
}

/// Opens one store.
protocol StoreOpening {
    /// Opens the engine; the store's file is as it was when this throws.
    func open() throws -> any StoreEngine
}

/// Stores of one type that nobody need have open.
///
/// All throw `StoreError` and the system's errors.
protocol StoreFiles: Sendable {
    /// Reads the metadata; waits for a lock as long as is given.
    func readMetadata(at url: URL, timeout: TimeInterval) throws -> [String: PropertyListValue]
    /// Replaces the metadata at once.
    func writeMetadata(_ metadata: [String: PropertyListValue], at url: URL) throws
    /// The archive of the model that a store keeps of itself; nil when it keeps none.
    func readModelArchive(at url: URL) throws -> Data?
    /// Whether there is a file in which a store can be made: none, one without bytes, the beginning of a store.
    func isVacant(_ url: URL) throws -> Bool
    /// Makes the destination a copy of the source.
    func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval) throws
    /// Removes a store.
    func destroy(at url: URL, timeout: TimeInterval) throws
}

extension StoreFiles {
    /// Reads the metadata, and waits ten seconds for a lock.
    func readMetadata(at url: URL) throws -> [String: PropertyListValue] {
        try readMetadata(at: url, timeout: 10)
    }
}
