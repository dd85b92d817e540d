// SPDX-License-Identifier: Apache-2.0
// How the contexts of one container hear of each other's saves: each has a box, into which savers put what they saved, and
// which it empties before its next fetch.

import Foundation
import Perdure
import PerdureBase

/// What one save has changed.
struct SavedChanges: Sendable {
    var inserted: [NSManagedObjectID] = []
    var updated: [NSManagedObjectID] = []
    var deleted: [NSManagedObjectID] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// In the form in which contexts adopt changes.
    var notification: [AnyHashable: Any] {
        [NSInsertedObjectsKey: inserted, NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted]
    }
}

/// The changes that others have saved and a context has not adopted yet.
final class SaveBox: Sendable {
    private let changes = Lock<[SavedChanges]>([])
    /// Called when something is put in; on the saver's thread.
    let arrival: (@Sendable () -> Void)?

    /// Takes each save at once, so that nothing is put in; on the saver's thread.
    private let listener: (@Sendable (SavedChanges) -> Void)?

    init(arrival: (@Sendable () -> Void)?) {
        self.arrival = arrival
        listener = nil
    }

    init(telling listener: @escaping @Sendable (SavedChanges) -> Void) {
        arrival = nil
        self.listener = listener
    }

    func put(_ saved: SavedChanges) {
        if let listener { return listener(saved) }
        changes.withLock { $0.append(saved) }
        arrival?()
    }

    func take() -> [SavedChanges] {
        changes.withLock { changes in
            let found = changes
            changes = []
            return found
        }
    }
}

/// The boxes of a container's contexts.
final class SaveAudience: Sendable {
    private struct Listener: @unchecked Sendable {
        // Sendable because a weak reference to a Sendable object may be read on any thread.
        weak var box: SaveBox?
    }

    private let listeners = Lock<[Listener]>([])

    func join(_ box: SaveBox) {
        listeners.withLock { list in
            list.removeAll { $0.box == nil }
            list.append(Listener(box: box))
        }
    }

    /// Tells everybody but the saver.
    func tell(_ saved: SavedChanges, except own: SaveBox) {
        let boxes = listeners.withLock { $0.compactMap(\.box) }
        for box in boxes where box !== own { box.put(saved) }
    }
}
