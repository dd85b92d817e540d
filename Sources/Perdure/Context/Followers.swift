// SPDX-License-Identifier: Apache-2.0
// Contexts that merge what others save, without being asked each time: automaticallyMergesChangesFromParent. What they
// do with what they hear is in NSManagedObjectContext+Merging.swift.

import PerdurePredicates

/// The contexts that want to hear of saves, held weakly; may be used from any thread.
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

    /// Whether there is anybody to tell when a context saves.
    func hasOthers(than saver: NSManagedObjectContext) -> Bool {
        contexts.withLock { $0.compactMap(\.object) }.contains { $0 !== saver }
    }

    /// Tells all but the context that saved; each merges later, on its own queue.
    ///
    /// - Parameters:
    ///   - ids: what was saved; made only when there is somebody to tell.
    ///   - saver: the context that saved.
    func tell(_ ids: @autoclosure () -> SavedObjectIDs, by saver: NSManagedObjectContext) {
        // Contexts must not be released under the lock: their last breath may take it.
        let others = contexts.withLock { $0.compactMap(\.object) }.filter { $0 !== saver }
        guard !others.isEmpty else { return }
        let saved = ids()
        for context in others { context.mergeLater(saved) }
    }
}

extension LiveReference: @unchecked Sendable where Object: Sendable {
    // Sendable because nothing in it changes, and asking whether the object lives is safe on any thread.
}
