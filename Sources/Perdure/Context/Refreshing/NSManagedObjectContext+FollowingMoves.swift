// SPDX-License-Identifier: Apache-2.0
// Follows the objects of a store to the store that migratePersistentStore moved them to. An object gets its new ID, and the new
// store's row as its snapshot below the same changes.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    final func follow(_ move: StoreMove) {
        if concurrencyType == .mainQueueConcurrencyType, !queue.isCurrent {
            // The main thread may wait for the caller.
            let reference = WeakObjectReference(self)
            queue.enqueue { reference.object?.adopt(move) }
        } else {
            queue.run { adopt(move) }
        }
        followers.follow(move)
    }

    /// Gives the objects of the old store their new IDs, after those of the context above: a child reads through its parent.
    private func adopt(_ move: StoreMove) {
        if let upperContext { upperContext.queue.run(asking: queue) { upperContext.adopt(move) } }
        moveToNewestGeneration()
        guard registeredObjects.contains(where: { move.concerns($0.namespace) }) else { return }
        let moved = withoutUndo { replaceIDs(move) }
        // What is recorded may name rows of the old store.
        undoManager?.removeActions(of: ObjectIdentifier(self))
        for listener in listeners.all { listener.saveEnded(inserted: moved) }
    }

    /// - Returns: the objects with new IDs.
    private func replaceIDs(_ move: StoreMove) -> [NSManagedObject] {
        let moved = Array(registeredObjects.filter { move.concerns($0.namespace) })
        // Changes are found by comparison with the old rows, before their keys are gone.
        var kept: [ObjectIdentifier: [SlotContent]] = [:]
        for object in moved where !object.isFault && object.isStored {
            kept[ObjectIdentifier(object)] = object.changesToKeep(withNulls: keepsNullWhenRefreshing)
        }
        for object in moved { replaceID(of: object, by: move) }
        do {
            _ = try updateRealized(moved.map(\.objectID)) { object, row in
                rebase(object, on: row, keeping: kept[ObjectIdentifier(object)] ?? [])
                return true
            }
        } catch {
            // The new store cannot be read. The next read reports it; what has no changes is read again then.
            for object in moved where !object.hasChanges { object.withoutTracking { object.turnIntoFault() } }
        }
        return moved
    }

    private func replaceID(of object: NSManagedObject, by move: StoreMove) {
        if let id = move.successor(of: object.key) { return replaceID(of: object, with: id) }
        guard object.isInserted else { return }
        // A new object that was assigned to the old store, or had a permanent ID there before its first save.
        let temporary = object.id as? TemporaryObjectID
        let assigned =
            temporary?.assigned(to: move.new) ?? TemporaryObjectID(entity: object.entity, namespace: move.new)
        replaceID(of: object, with: assigned)
        if temporary == nil { try? makePermanent([object]) }
    }
}
