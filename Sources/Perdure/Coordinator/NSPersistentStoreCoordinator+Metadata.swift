// SPDX-License-Identifier: Apache-2.0
// Metadata of stores: of open stores, and of files.

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator {
    /// The metadata of a store, including metadata that were set but are not written yet.
    public func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets the metadata of a store; it is written with the next save of any context.
    ///
    /// Stops the process when a value is no property list value, or when the store is read-only. System keys that the
    /// dictionary leaves out keep their values.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; nil removes them.
    ///   - store: a store of this coordinator.
    public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = metadata ?? [:]
    }

    /// Writes metadata that wait for a save; for a save that has nothing else to write.
    final func savePendingMetadata() throws {
        let stores = engineStores.filter(\.hasPendingMetadata)
        guard !stores.isEmpty else { return }
        try saveLock.alone {
            var save = try PreparedSave(stores.map(StoreChanges.init))
            let partialCommit = try save.commit { _, _ in CommittedRows() }
            if let partialCommit { throw SaveErrors.incomplete(partialCommit) }
        }
    }

    /// Reads the metadata of a store's file; the store may be closed.
    ///
    /// - Parameters:
    ///   - storeType: the type of the store.
    ///   - url: the store's file.
    ///   - options: `NSPersistentStoreTimeoutOption`; without it a locked file is waited for for ten seconds.
    /// - Returns: the metadata.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if let custom = AtomicStoreTypes.custom(storeType) {
            return try custom.metadataForPersistentStore(with: url)
        }
        let files = try StoreTypes.files(storeType, options)
        let specification = try StoreSpecification(
            type: storeType, configuration: nil, url: url, options: options)
        return try translatingErrors(StoreTypes.shownURL(url)) {
            MetadataConversion.dictionary(
                try files.readMetadata(at: url, timeout: specification.patience(otherwise: 10)))
        }
    }

    /// Reads the metadata of a store's file; the store may be closed.
    ///
    /// - Parameters:
    ///   - storeType: the type of the store.
    ///   - storeURL: the store's file.
    ///   - options: `NSPersistentStoreTimeoutOption`; without it a locked file is waited for for ten seconds.
    /// - Returns: the metadata.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    public class func metadataForPersistentStore(
        type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Reads the metadata of a store's file.
    ///
    /// - Parameters:
    ///   - storeType: the type of the store; nil for SQLite.
    ///   - url: the store's file.
    /// - Returns: the metadata.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    @available(*, deprecated, renamed: "metadataForPersistentStore(ofType:at:options:)")
    public class func metadataForPersistentStore(ofType storeType: String?, at url: URL) throws -> [String:
        Any]
    {
        try metadataForPersistentStore(ofType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
    }

    /// Writes the metadata of a store's file at once; coordinators that have the store open do not notice it.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; nil removes them.
    ///   - storeType: the type of the store.
    ///   - url: the store's file.
    ///   - options: `NSPersistentStoreTimeoutOption`; without it a locked file is waited for for four minutes.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        if let custom = AtomicStoreTypes.custom(storeType) {
            return try custom.setMetadata(metadata, forPersistentStoreAt: url)
        }
        let files = try StoreTypes.files(storeType, options)
        let specification = try StoreSpecification(
            type: storeType, configuration: nil, url: url, options: options)
        try translatingErrors(StoreTypes.shownURL(url)) {
            try files.changeMetadata(at: url, timeout: specification.patience()) {
                try MetadataConversion.replacing($0, with: metadata ?? [:])
            }
        }
    }

    /// Writes the metadata of a store's file at once; coordinators that have the store open do not notice it.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; nil removes them.
    ///   - storeType: the type of the store.
    ///   - storeURL: the store's file.
    ///   - options: `NSPersistentStoreTimeoutOption`; without it a locked file is waited for for four minutes.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    public class func setMetadata(
        _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(
            metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Writes the metadata of a store's file at once.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; nil removes them.
    ///   - storeType: the type of the store; nil for SQLite.
    ///   - url: the store's file.
    /// - Throws: 134000 for a type that is unknown or has no files, 260 for a missing file, 259 for one that is no store, and the
    ///   system's errors.
    @available(*, deprecated, renamed: "setMetadata(_:forPersistentStoreOfType:at:options:)")
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL
    ) throws {
        try setMetadata(
            metadata, forPersistentStoreOfType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
    }
}
