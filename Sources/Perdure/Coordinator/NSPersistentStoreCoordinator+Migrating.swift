// SPDX-License-Identifier: Apache-2.0
// Moves a store's objects to another file or type. StoreCopy.swift copies the objects.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSPersistentStoreCoordinator {
    /// Copies all objects of a store into a new one, and removes the old store from the coordinator; its file stays.
    ///
    /// The new store has a UUID of its own, and the objects have new IDs. The notification of the change has pairs of
    /// the old and new IDs. Unsaved changes are not copied: who observes that the old store will be removed may still save
    /// them. A save that comes later finds the new store alone.
    ///
    /// ## Compatibility
    /// On Apple's systems the objects of contexts follow to the new store. Here they do not: their IDs stay those of the old
    /// store, and changes of them cannot be saved any more. Fetch them anew.
    ///
    /// - Parameters:
    ///   - store: a store of this coordinator.
    ///   - storeURL: the file of the new store; no store may be there.
    ///   - options: options of the new store.
    ///   - storeType: the type of the new store.
    /// - Returns: the new store.
    /// - Throws: 134080 when a store is already there; what the stores report. The old store stays then, even where its removal was announced.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
    }

    /// Copies all objects of a store into a new one, and removes the old store from the coordinator; its file stays.
    ///
    /// The new store has a UUID of its own, and the objects have new IDs. The notification of the change has pairs of
    /// the old and new IDs. Unsaved changes are not copied: who observes that the old store will be removed may still save
    /// them. A save that comes later finds the new store alone.
    ///
    /// ## Compatibility
    /// On Apple's systems the objects of contexts follow to the new store. Here they do not: their IDs stay those of the old
    /// store, and changes of them cannot be saved any more. Fetch them anew.
    ///
    /// - Parameters:
    ///   - store: a store of this coordinator.
    ///   - url: the file of the new store; no store may be there.
    ///   - options: options of the new store.
    ///   - storeType: the type of the new store.
    /// - Returns: the new store.
    /// - Throws: 134080 when a store is already there; what the stores report. The old store stays then, even where its removal was announced.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
        withType storeType: String
    ) throws -> NSPersistentStore {
        guard let old = engineStores.first(where: { $0.publicStore === store }) else {
            throw CoreDataException.invalidArgument(
                "The store \(store.url?.path ?? "") does not belong to this coordinator.")
        }
        try requireNoInsertion(into: old)
        try requireVacant(url, storeType, options)
        let added = try addPersistentStore(
            ofType: storeType, configurationName: old.givenConfiguration, at: url, options: options)
        guard let new = engineStores.first(where: { $0.publicStore === added }) else { return added }
        // Observers may still save their contexts into the old store: the copy comes after them.
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        let move: StoreMove
        do {
            move = try self.move(old, to: new)
        } catch {
            try? remove(new.publicStore)
            if StoreTypes.builtIn(storeType)?.files != nil {
                try? destroyPersistentStore(at: url, ofType: storeType, options: options)
            }
            throw error
        }
        postStoreChange([NSUUIDChangedPersistentStoresKey: move.changed])
        try move.closing.get()
        postStoreChange([NSRemovedPersistentStoresKey: [store]])
        return new.publicStore
    }

    private func requireVacant(_ givenURL: URL, _ type: String, _ options: [AnyHashable: Any]?) throws {
        let url = StoreTypes.shownURL(givenURL)
        guard let files = StoreTypes.builtIn(type)?.files(options, source: nil),
            try !translatingErrors(url, { try files.isVacant(givenURL) })
        else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
            userInfo: [
                NSFilePathErrorKey: url.path,
                NSLocalizedDescriptionKey:
                    "The store cannot be moved to \"\(url.path)\" because there is a file already. "
                    + "Destroy that store first.",
            ])
    }

    /// Copies all objects and takes the old store out of the list, in one stretch without saves.
    ///
    /// A save that came between would reach the old store only, whose file is no longer anybody's.
    ///
    /// - Throws: what copying reports; the old store stays then.
    private func move(_ old: EngineStore, to new: EngineStore) throws -> StoreMove {
        try saveLock.alone {
            let changed = try copyObjects(of: old, to: new)
            return StoreMove(changed: changed, closing: Result { try forget(old) })
        }
    }

    /// Copies all objects; the caller keeps saves away.
    ///
    /// The objects come last and in one commit, so that a kill leaves all of them or none.
    ///
    /// - Returns: the old store, the new store, and the list of pairs of an old and a new ID.
    private func copyObjects(of old: EngineStore, to new: EngineStore) throws -> [Any] {
        var user = old.metadata as [String: Any]
        for key in MetadataConversion.systemKeys { user[key] = nil }
        try new.replaceMetadata(user, immediately: true)
        var copy = StoreCopy(of: old, to: new.engine)
        try translatingErrors(new.url) { try copy.run() }
        let pairs = copy.keys.map { [old.namespace.id($0.old), new.namespace.id($0.new)] }
        return [old.publicStore, new.publicStore, pairs]
    }
}

/// What a move of a store's objects has done.
private struct StoreMove {
    /// The value of `NSUUIDChangedPersistentStoresKey`.
    let changed: [Any]
    /// Whether the old file was closed without an error.
    let closing: Result<Void, any Error>
}
