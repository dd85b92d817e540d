// SPDX-License-Identifier: Apache-2.0
// Posts NSPersistentStoreRemoteChange when a store has new content, from this coordinator or from another writer. The engine
// notices commits of other processes (CommitWatch). A timer here looks for them even when no context reads.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Dispatch
import Foundation

/// Option: true posts `NSPersistentStoreRemoteChange` after each commit to the store, by any process.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// userInfo key of a remote change: the store's URL.
public let NSPersistentStoreURLKey = "storeURL"

extension NSNotification.Name {
    /// Posted by a coordinator after a commit to one of its stores, on the store's own queue.
    ///
    /// userInfo has the store's UUID under `NSStoreUUIDKey` and its URL under `NSPersistentStoreURLKey`. If the store keeps a
    /// history, userInfo also has the token of the newest transaction under `NSPersistentHistoryTokenKey`. Commits of other
    /// processes are noticed within about a tenth of a second. One notification may report several commits.
    public static let NSPersistentStoreRemoteChange = NSNotification.Name(
        "NSPersistentStoreRemoteChangeNotification")
}

/// Posts the remote changes of one store.
final class RemoteChanges: @unchecked Sendable {
    // Sendable because nothing changes after init except the weak reference, which the runtime changes atomically.
    private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange")
    private let timer: CommitTimer
    private weak var store: EngineStore?

    /// Starts looking for commits of other processes.
    init(_ store: EngineStore) {
        self.store = store
        timer = CommitTimer(store, queue)
    }

    /// Stops looking; commits noticed before are still posted while the store belongs to its coordinator.
    func stop() { timer.stop() }

    /// Posts on the queue, because the caller may hold locks that observers need.
    func post() {
        queue.async { [weak self] in
            guard let store = self?.store, let coordinator = store.persistentStoreCoordinator else { return }
            var facts: [AnyHashable: Any] = [NSStoreUUIDKey: store.namespace.identifier]
            facts[NSPersistentStoreURLKey] = store.url
            if store.keepsHistory {
                facts[NSPersistentHistoryTokenKey] = coordinator.currentPersistentHistoryToken(
                    fromStores: [store.publicStore])
            }
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: facts)
        }
    }
}
