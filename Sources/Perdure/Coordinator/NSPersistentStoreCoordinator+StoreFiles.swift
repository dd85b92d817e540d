// SPDX-License-Identifier: Apache-2.0
// Destroys and replaces the files of stores. PerdureSQLite (Replacing/) works on the files themselves.

import Foundation
import PerdureFoundationGaps

extension NSPersistentStoreCoordinator {
    /// Empties a store, and removes the files that belong to it.
    ///
    /// The main file stays. It has no bytes, or is an empty database if others have it open or if it uses a rollback
    /// journal. The file is never removed while others have it open; their next read or save gets 134100 with the
    /// reason "destroyed". A store that this coordinator has open is removed from it first, and stays removed where
    /// destroying fails. Nothing happens if there is no file.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - storeType: the type of the store.
    ///   - options: `NSPersistentStoreTimeoutOption`, and `NSPersistentStoreForceDestroyOption` to wait without a
    ///     limit.
    /// - Throws: 134090 when another process keeps the store locked, 134000 for an unknown type, 259 for a file that is
    ///   no database, and the system's errors. The files are as before then.
    public func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Empties a store, and removes the files that belong to it.
    ///
    /// The main file stays. It has no bytes, or is an empty database if others have it open or if it uses a rollback
    /// journal. The file is never removed while others have it open; their next read or save gets 134100 with the
    /// reason "destroyed". A store that this coordinator has open is removed from it first, and stays removed where
    /// destroying fails. Nothing happens if there is no file.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - storeType: the type of the store.
    ///   - options: `NSPersistentStoreTimeoutOption`, and `NSPersistentStoreForceDestroyOption` to wait without a
    ///     limit.
    /// - Throws: 134090 when another process keeps the store locked, 134000 for an unknown type, 259 for a file that is
    ///   no database, and the system's errors. The files are as before then.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        // A store in memory has no file.
        guard let files = try StoreTypes.kind(storeType).files(options, source: nil) else {
            return try removeStores(at: url)
        }
        let specification = try StoreSpecification(
            type: storeType, configuration: nil, url: url, options: options)
        try removeStores(at: url)
        if specification.isPrivate { return }
        try translatingErrors(specification.url) {
            try files.destroy(at: url, timeout: specification.patience())
        }
    }

    /// Makes one store a copy of another, with external data and with the WAL's content.
    ///
    /// The replacement is atomic: after any failure the destination is the old store or the new one, with all its
    /// files. Others who have the destination open get 134100 with the reason "replaced" at their next read or save. A
    /// destination that this coordinator has open is removed from it first, and stays removed where replacing fails.
    ///
    /// - Parameters:
    ///   - destinationURL: the store to replace; it may be missing.
    ///   - destinationOptions: `NSPersistentStoreTimeoutOption`, and `NSPersistentStoreForceDestroyOption` to wait
    ///     without a limit.
    ///   - sourceURL: the store to copy.
    ///   - sourceOptions: `NSPersistentStoreTimeoutOption`.
    ///   - storeType: the type of both stores.
    /// - Throws: 134090 when another process keeps a store locked, 260 for a missing source, 259 for a source or destination that
    ///   is no store.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: storeType.rawValue)
    }

    /// Makes one store a copy of another, with external data and with the WAL's content.
    ///
    /// The replacement is atomic: after any failure the destination is the old store or the new one, with all its
    /// files. Others who have the destination open get 134100 with the reason "replaced" at their next read or save. A
    /// destination that this coordinator has open is removed from it first, and stays removed where replacing fails.
    ///
    /// - Parameters:
    ///   - destinationURL: the store to replace; it may be missing.
    ///   - destinationOptions: `NSPersistentStoreTimeoutOption`, and `NSPersistentStoreForceDestroyOption` to wait
    ///     without a limit.
    ///   - sourceURL: the store to copy.
    ///   - sourceOptions: `NSPersistentStoreTimeoutOption`.
    ///   - storeType: the type of both stores.
    /// - Throws: 134090 when another process keeps a store locked, 260 for a missing source, 259 for a source or destination that
    ///   is no store.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        ofType storeType: String
    ) throws {
        let files = try StoreTypes.files(storeType, destinationOptions, source: sourceOptions)
        let source = try StoreSpecification(
            type: storeType, configuration: nil, url: sourceURL, options: sourceOptions)
        let destination = try StoreSpecification(
            type: storeType, configuration: nil, url: destinationURL, options: destinationOptions)
        try requireFile(source)
        try requireFile(destination)
        try translatingErrors(source.url) {
            // The destination is closed only after the source has proved to be a store.
            _ = try files.readMetadata(at: sourceURL, timeout: source.patience())
            if Self.canonical(sourceURL) == Self.canonical(destinationURL) { return }
            try removeStores(at: destinationURL)
            try files.copy(
                from: sourceURL, to: destinationURL, sourceTimeout: source.patience(),
                timeout: destination.patience())
        }
    }

    /// Removes the stores at a URL from this coordinator.
    private func removeStores(at url: URL) throws {
        while let store = persistentStore(for: url) { try remove(store) }
    }

    /// A private store has no file to copy or to replace.
    private func requireFile(_ specification: StoreSpecification) throws {
        guard specification.isPrivate else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
            userInfo: [
                NSFilePathErrorKey: specification.url.path,
                NSLocalizedDescriptionKey:
                    "A store at \"\(specification.url.path)\" is kept in memory, so it can neither be copied nor be replaced. "
                    + "Use migratePersistentStore(_:to:options:type:) for a copy of it.",
            ])
    }
}
