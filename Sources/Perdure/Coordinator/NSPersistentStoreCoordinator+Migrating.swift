// SPDX-License-Identifier: Apache-2.0
// Moves a store's objects to another file or type. StoreCopy.swift copies the objects.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureStore

extension NSPersistentStoreCoordinator {
    /// Copies all objects of a store into a new one, and removes the old store from the coordinator; its file stays.
    ///
    /// The new store has a UUID of its own, and the objects have new IDs. The notification of the change has pairs of
    /// the old and new IDs. The new store has what was saved: who observes that the old store will be removed may still save into it.
    ///
    /// The objects of the coordinator's contexts, and of their children, follow: they get their new IDs, keep their unsaved changes,
    /// and are saved to the new store. They have followed when the method returns; a context of the main queue that is moved from
    /// another queue follows in its next turn there. What could be undone no longer can. A list that a fetch has not read to its
    /// end still leads to the old store: fetch again.
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
    /// the old and new IDs. The new store has what was saved: who observes that the old store will be removed may still save into it.
    ///
    /// The objects of the coordinator's contexts, and of their children, follow: they get their new IDs, keep their unsaved changes,
    /// and are saved to the new store. They have followed when the method returns; a context of the main queue that is moved from
    /// another queue follows in its next turn there. What could be undone no longer can. A list that a fetch has not read to its
    /// end still leads to the old store: fetch again.
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
        let move: MovedObjects
        do {
            move = try self.move(old, to: new)
        } catch {
            try? remove(new.publicStore)
            if StoreTypes.builtIn(storeType)?.files != nil {
                try? destroyPersistentStore(at: url, ofType: storeType, options: options)
            }
            throw error
        }
        followers.follow(StoreMove(from: old.namespace, to: new.namespace, move.keys))
        postStoreChange([NSUUIDChangedPersistentStoresKey: move.changed(old, new)])
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
    private func move(_ old: EngineStore, to new: EngineStore) throws -> MovedObjects {
        try saveLock.alone {
            let copy = try copyObjects(of: old, to: new)
            return MovedObjects(copy: copy, closing: Result { try forget(old) })
        }
    }

    /// Copies all objects; the caller keeps saves away.
    ///
    /// The objects come last and in one commit, so that a kill leaves all of them or none.
    ///
    /// - Returns: the copy, which knows the old and new keys.
    private func copyObjects(of old: EngineStore, to new: EngineStore) throws -> StoreCopy {
        var user = old.metadata as [String: Any]
        for key in MetadataConversion.systemKeys { user[key] = nil }
        try new.replaceMetadata(user, immediately: true)
        var copy = StoreCopy(of: old, to: new.engine)
        try translatingErrors(new.url) { try copy.run() }
        return copy
    }
}

/// What a move of a store's objects has done.
private struct MovedObjects {
    let copy: StoreCopy
    /// Whether the old file was closed without an error.
    let closing: Result<Void, any Error>

    /// The keys of the old store with those of the new one.
    var keys: [ObjectKey: ObjectKey] { copy.newKeys }

    /// The value of `NSUUIDChangedPersistentStoresKey`: the old store, the new store, and the pairs of an old and a new ID.
    func changed(_ old: EngineStore, _ new: EngineStore) -> [Any] {
        let pairs = copy.keys.map { [old.namespace.id($0.old), new.namespace.id($0.new)] }
        return [old.publicStore, new.publicStore, pairs]
    }
}
