// SPDX-License-Identifier: Apache-2.0
// Stores as files: destroying and replacing them, and the model that they keep.

import Foundation
import PerdureModelFormat
import PerdureSQLite

extension NSPersistentStoreCoordinator {
    /// Removes a store with all its files and its external data.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - storeType: the type of the store.
    ///   - options: `NSPersistentStoreForceDestroyOption` among others.
    /// - Throws: 134080 when this coordinator has the store open, 134000 for an unknown type, the system's errors.
    public func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Removes a store with all its files and its external data.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - storeType: the type of the store.
    ///   - options: `NSPersistentStoreForceDestroyOption` among others.
    /// - Throws: 134080 when this coordinator has the store open, 134000 for an unknown type, the system's errors.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        // A store in memory has no files.
        if storeType == NSInMemoryStoreType { return try requireClosed(url, "destroyed") }
        try StoreTypes.requireFiles(storeType)
        try requireClosed(url, "destroyed")
        if url.path == "/dev/null" { return }
        try translatingErrors(url) { try SQLiteStoreFile.destroy(at: url.path) }
    }

    /// Makes one store a copy of another, with external data and what is not in the main file yet.
    ///
    /// - Parameters:
    ///   - destinationURL: the store to replace; it may be missing.
    ///   - destinationOptions: not used by built-in types.
    ///   - sourceURL: the store to copy.
    ///   - sourceOptions: not used by built-in types.
    ///   - storeType: the type of both.
    /// - Throws: 134080 when this coordinator has the destination open, 259 for a source that is no store.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: storeType.rawValue)
    }

    /// Makes one store a copy of another, with external data and what is not in the main file yet.
    ///
    /// - Parameters:
    ///   - destinationURL: the store to replace; it may be missing.
    ///   - destinationOptions: not used by built-in types.
    ///   - sourceURL: the store to copy.
    ///   - sourceOptions: not used by built-in types.
    ///   - storeType: the type of both.
    /// - Throws: 134080 when this coordinator has the destination open, 259 for a source that is no store.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        ofType storeType: String
    ) throws {
        try StoreTypes.requireFiles(storeType)
        try requireClosed(destinationURL, "replaced")
        try translatingErrors(sourceURL) {
            try SQLiteStoreFile.copy(from: sourceURL.path, to: destinationURL.path)
        }
    }

    private func requireClosed(_ url: URL, _ deed: String) throws {
        guard persistentStore(for: url) != nil else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
            userInfo: [
                NSFilePathErrorKey: url.path,
                NSLocalizedDescriptionKey:
                    "The store at \"\(url.path)\" cannot be \(deed) while this coordinator has it open. "
                    + "Remove it from the coordinator first.",
            ])
    }
}
