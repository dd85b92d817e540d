// SPDX-License-Identifier: Apache-2.0
// The contexts of a coordinator or a parent. Those that adopt the saves of others follow them
// (automaticallyMergesChangesFromParent; NSManagedObjectContext+AdoptingSaves.swift), and all follow their objects to another store
// (NSManagedObjectContext+FollowingMoves.swift).

import PerdureBase

/// Adopts the saves of others: a context.
protocol SaveFollower: AnyObject, Sendable {
    /// Adopts a save some time later, on the follower's own queue.
    func adoptSaveLater(_ saved: SavedObjectIDs)

    /// Gives the follower's objects their IDs in the store that they were moved to: on the follower's own queue.
    func follow(_ move: StoreMove)
}

/// The contexts of one source, held weakly; may be used on any thread.
final class SaveFollowers: Sendable {
    /// The contexts that adopt saves.
    private let references = Lock<[Reference]>([])
    private let connected = Lock(Connected())

    /// All contexts.
    private struct Connected: Sendable {
        var references: [Reference] = []
        /// The number of references at which those of contexts that are gone are removed.
        var limit = 16
    }

    /// A follower that is not kept alive.
    private struct Reference: Sendable {
        /// The follower; nil when it is gone.
        let follower: @Sendable () -> (any SaveFollower)?

        init(_ follower: some SaveFollower) {
            let reference = WeakObjectReference(follower)
            self.follower = { reference.object }
        }
    }

    func add(_ follower: some SaveFollower) {
        references.withLock { list in
            list.removeAll { Self.isGone($0, or: follower) }
            list.append(Reference(follower))
        }
    }

    func remove(_ follower: some SaveFollower) {
        references.withLock { $0.removeAll { Self.isGone($0, or: follower) } }
    }

    private static func isGone(_ reference: Reference, or former: some SaveFollower) -> Bool {
        reference.follower().map { $0 === former } ?? true
    }

    /// Adds a context of the source, whether it adopts saves or not.
    func connect(_ context: some SaveFollower) {
        connected.withLock { list in
            if list.references.count >= list.limit {
                list.references.removeAll { $0.follower() == nil }
                list.limit = max(16, 2 * list.references.count)
            }
            list.references.append(Reference(context))
        }
    }

    /// Tells all contexts that a store's objects were moved to another store.
    func follow(_ move: StoreMove) {
        let contexts = connected.withLock { $0.references.compactMap { $0.follower() } }
        var told: Set<ObjectIdentifier> = []
        for context in contexts where told.insert(ObjectIdentifier(context)).inserted { context.follow(move) }
    }

    /// Whether any other context follows, when a context saves.
    func hasOthers(than saver: some SaveFollower) -> Bool { !others(than: saver).isEmpty }

    /// Tells all followers but the saving context; each adopts it later, on its own queue.
    ///
    /// - Parameters:
    ///   - ids: the IDs of the saved objects; computed only when there is a follower.
    ///   - saver: the context that saved.
    func tell(_ ids: @autoclosure () -> SavedObjectIDs, by saver: some SaveFollower) {
        let others = others(than: saver)
        guard !others.isEmpty else { return }
        let saved = ids()
        for follower in others { follower.adoptSaveLater(saved) }
    }

    private func others(than saver: some SaveFollower) -> [any SaveFollower] {
        // Contexts must not be released under the lock: a context's deinit may take the lock.
        references.withLock { $0.compactMap { $0.follower() } }.filter { $0 !== saver }
    }
}

extension WeakObjectReference: @unchecked Sendable where Object: Sendable {
    // Sendable because its fields do not change, and any thread may ask whether the object is alive.
}
