// SPDX-License-Identifier: Apache-2.0
// Removes stores, and posts the notifications about the list of stores.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import PerdureBase
import PerdureStore

/// userInfo key of a store change: the stores that were added.
public let NSAddedPersistentStoresKey = "added"
/// userInfo key of a store change: the stores that were removed.
public let NSRemovedPersistentStoresKey = "removed"
/// userInfo key of a store change: an array of the old store, the new store, and the list of pairs of an old and a new
/// ID.
public let NSUUIDChangedPersistentStoresKey = "changed"

extension NSNotification.Name {
    /// Posted by a coordinator after stores were added or removed, or got another UUID.
    public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Announced changes of the list of stores by iCloud on Apple's systems; never posted here.
    public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// Posted with a store as its object before the store is removed.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

extension NSPersistentStoreCoordinator {
    /// Closes a store and removes it; its objects become inaccessible, its file stays.
    ///
    /// - Throws: `CoreDataException` for a store of another coordinator; what closing the file reports. The handler
    ///   of a batch insertion into the store is refused.
    public func remove(_ store: NSPersistentStore) throws {
        guard let opened = engineStores.first(where: { $0.publicStore === store }) else {
            throw CoreDataException.invalidArgument(
                "The store \(store.url?.path ?? "") does not belong to this coordinator.")
        }
        try requireNoInsertion(into: opened)
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        store.willRemove(from: self)
        try forget(opened)
        postStoreChange([NSRemovedPersistentStoresKey: [store]])
    }

    /// Refuses to close a store for the handler of an insertion into it, which would wait for itself.
    final func requireNoInsertion(into store: EngineStore) throws {
        try translatingErrors(store.url) {
            try InsertionHandlers.refuse("remove the store \(store.url?.path ?? "")") { $0 === store.engine }
        }
    }

    /// Removes a store from the list and closes it.
    final func forget(_ store: EngineStore) throws {
        // A running save ends before its store is closed.
        try saveLock.alone {
            state.withLock { $0.stores.removeAll { $0 === store } }
            try close(store)
        }
    }

    /// Closes a store that is not in the list.
    final func close(_ store: EngineStore) throws {
        store.stopWatching()
        store.detach()
        store.publicStore.detach()
        store.rows.close()
        try translatingErrors(store.url) { try store.engine.close() }
    }

    /// Tells observers that the list of stores changed.
    final func postStoreChange(_ changes: [String: Any]) {
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: changes)
    }
}
