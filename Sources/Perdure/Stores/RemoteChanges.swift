// SPDX-License-Identifier: Apache-2.0
// NSPersistentStoreRemoteChange: tells programs that a store has got new content, from this coordinator or from others.
// What others commit is noticed below the line (CommitWatch); here it is looked for also when nobody reads.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Dispatch
import Foundation

/// Option: true posts `NSPersistentStoreRemoteChange` after each commit to the store, by whichever process.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// userInfo key of a remote change: the store's URL.
public let NSPersistentStoreURLKey = "storeURL"

extension NSNotification.Name {
    /// Posted by a coordinator after a commit to one of its stores, on a queue of the store's own.
    ///
    /// userInfo has the store's UUID under `NSStoreUUIDKey` and its URL under `NSPersistentStoreURLKey`; for a store that
    /// keeps a history also, under `NSPersistentHistoryTokenKey`, the token of its newest transaction. Commits of others
    /// are noticed within about a tenth of a second; several may be told in one notification.
    public static let NSPersistentStoreRemoteChange = NSNotification.Name(
        "NSPersistentStoreRemoteChangeNotification")
}

/// Posts the changes of one store.
final class RemoteChanges: @unchecked Sendable {
    // Sendable because nothing changes after init but the weak reference, which is atomic by itself.
    private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange")
    private let timer: any DispatchSourceTimer
    private weak var store: EngineStore?

    private static let interval = DispatchTimeInterval.milliseconds(100)

    /// Begins to look for commits of others.
    init(_ store: EngineStore) {
        self.store = store
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        // A store that cannot be read tells those who read it.
        timer.setEventHandler { [weak store] in try? store?.engine.lookForCommits() }
        timer.resume()
    }

    deinit { stop() }

    /// Ends the looking; what was noticed is still posted while the store belongs to its coordinator.
    func stop() { timer.cancel() }

    /// Posts later: who calls may hold locks that observers need.
    func post() {
        queue.async { [weak self] in
            guard let store = self?.store, let coordinator = store.persistentStoreCoordinator else { return }
            var facts: [AnyHashable: Any] = [NSStoreUUIDKey: store.origin.identifier]
            facts[NSPersistentStoreURLKey] = store.url
            if store.keepsHistory {
                facts[NSPersistentHistoryTokenKey] = coordinator.currentPersistentHistoryToken(
                    fromStores: [store.face])
            }
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: facts)
        }
    }
}
