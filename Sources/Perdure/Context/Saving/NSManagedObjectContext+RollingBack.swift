// SPDX-License-Identifier: Apache-2.0
// Discards all changes: rollback restores the snapshots, reset also forgets the objects.

import Foundation

extension NSManagedObjectContext {
    final func rollBack() {
        endEventBeforeRollback()
        // A new object that is deleted has no changes, and leaves all the same.
        for object in deletionQueue where object.state.contains(.leaving) { leaveWithoutRow(object) }
        deletionQueue = []
        readFailure = nil
        inDoubtSaves = InDoubtSaves()
        for object in journal.dirtyObjects { rollBack(object) }
        unlockAll()
        journal.sweep()
        undoManager?.removeAllActions()
        tellHasChanges()
        endEvent()
    }

    private func rollBack(_ object: NSManagedObject) {
        if object.isInserted {
            note(object, .deleted)
            return leaveWithoutRow(object)
        }
        let (wasDeleted, isGone) = (object.isDeleted, object.state.contains(.gone))
        journal.unmark(object, [.updated, .deleted])
        object.state.subtract([.propagated, .locked])
        if object.state.contains(.inaccessible) { return detach(object) }
        if isGone {
            // Others have deleted the object: there is no row to return to.
            return leaveWithoutRow(object)
        }
        if !object.slots.isFault { restore(object) }
        note(object, wasDeleted ? .inserted : .refreshed)
    }

    /// Lets an object without a row leave the context as a fault.
    private func leaveWithoutRow(_ object: NSManagedObject) {
        object.withoutTracking { object.turnIntoFault() }
        detach(object)
    }

    /// Restores the snapshot's values, and tells observers of the slots with other values.
    private func restore(_ object: NSManagedObject) {
        let slots = object.slotsToRestore
        object.withoutTracking {
            object.announcing(slots) {
                object.restoreSnapshot()
                object.awake(fromSnapshotEvents: .rollback)
            }
        }
        // The event goes on: a repeated change of these slots is noted again.
        object.slots.clearNoted()
    }

    final func resetAll() {
        let objects = registeredObjects
        let ids = objects.map(\.objectID)
        deletionQueue = []
        readFailure = nil
        inDoubtSaves = InDoubtSaves()
        unlockAll()
        _ = journal.finishEvent()
        eventViews = []
        for object in objects {
            object.withoutTracking { object.turnIntoFault() }
            object.state.formIntersection(.observed)
            object.link = nil
        }
        journal.unpinAll()
        identities.removeAll()
        tellUnregistered()
        environments = ObjectEnvironments()
        newFaults = [:]
        source?.forgetIDs()
        unreadBatches = []
        moveToNewestGeneration()
        undoManager?.removeAllActions()
        entityChanges?.raiseAll()
        tellHasChanges()
        for listener in listeners.all { listener.contextWasReset() }
        if !ids.isEmpty { post(Self.didChangeObjectsNotification, [NSInvalidatedAllObjectsKey: ids]) }
    }
}
