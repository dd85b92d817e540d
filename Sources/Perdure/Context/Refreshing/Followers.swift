// SPDX-License-Identifier: Apache-2.0
// The contexts that merge the saves of others automatically: automaticallyMergesChangesFromParent.
// NSManagedObjectContext+Merging.swift does the merge.

import PerdureBase
import PerdurePredicates

/// The contexts that merge saves, held weakly; may be used on any thread.
final class Followers: Sendable {
    private let contexts = Lock<[LiveReference<NSManagedObjectContext>]>([])

    func add(_ context: NSManagedObjectContext) {
        contexts.withLock { list in
            list.removeAll { $0.object == nil || $0.object === context }
            list.append(LiveReference(context))
        }
    }

    func remove(_ context: NSManagedObjectContext) {
        contexts.withLock { $0.removeAll { $0.object == nil || $0.object === context } }
    }

    /// Whether any other context follows, when a context saves.
    func hasOthers(than saver: NSManagedObjectContext) -> Bool {
        contexts.withLock { $0.compactMap(\.object) }.contains { $0 !== saver }
    }

    /// Tells all followers but the saving context; each merges later, on its own queue.
    ///
    /// - Parameters:
    ///   - ids: the IDs of the saved objects; computed only when there is a follower.
    ///   - saver: the context that saved.
    func tell(_ ids: @autoclosure () -> SavedObjectIDs, by saver: NSManagedObjectContext) {
        // Contexts must not be released under the lock: a context's deinit may take the lock.
        let others = contexts.withLock { $0.compactMap(\.object) }.filter { $0 !== saver }
        guard !others.isEmpty else { return }
        let saved = ids()
        for context in others { context.mergeLater(saved) }
    }
}

extension LiveReference: @unchecked Sendable where Object: Sendable {
    // Sendable because its fields do not change, and any thread may ask whether the object is alive.
}
