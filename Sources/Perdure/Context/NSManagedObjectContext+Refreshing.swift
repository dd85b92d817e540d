// SPDX-License-Identifier: Apache-2.0
// Giving up changes and bringing objects up to date: refresh, rollback, reset. All are "the row again", with
// or without the object's own changes on top.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    final func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
        // A new object has no row to come back to; a fault takes the newest row when it is read.
        guard object.link === link, !object.isInserted else { return }
        takeSettledID(object)
        guard !object.isFault else { return }
        if keepingChanges, let row = newestRow(of: object) {
            rebase(object, on: row)
        } else {
            forgetChanges(of: object)
            journal.note(object, .refreshed)
        }
        tellHasChanges()
    }

    private func forgetChanges(of object: NSManagedObject) {
        object.withoutTracking { object.turnIntoFault() }
        journal.unmark(object, .updated)
        object.eventKind.remove(.updated)
        journal.sweep()
    }

    /// The newest values under the object's changes, in the eight steps of Core Data's procedure.
    final func rebase(_ object: NSManagedObject, on row: Row) {
        let kept = object.changesToKeep()
        object.withoutTracking {
            for key in object.binding.names { object.willChangeValue(forKey: key) }
            object.turnIntoFault()
            object.fill(with: row)
            for change in kept { object.slots.write(change.value, at: change.slot) }
            for key in object.binding.names { object.didChangeValue(forKey: key) }
        }
        journal.note(object, .refreshed)
    }

    private func newestRow(of object: NSManagedObject) -> Row? {
        do { return try source?.row(for: object.objectID, maximumAge: stalenessInterval) } catch {
            ExceptionTrap.raise(error)
            return nil
        }
    }

    final func refreshAll() {
        for object in registeredObjects {
            takeSettledID(object)
            if object.hasChanges {
                if !object.isInserted, !object.isDeleted { refreshObject(object, keepingChanges: true) }
            } else if !object.isFault {
                object.withoutTracking { object.turnIntoFault() }
            }
            journal.note(object, .refreshed)
        }
        endEvent()
    }

    final func rollBack() {
        endEvent()
        deletionQueue = []
        for object in journal.dirtyObjects { rollBack(object) }
        unlockAll()
        journal.sweep()
        undoManager?.removeAllActions()
        tellHasChanges()
        endEvent()
    }

    private func rollBack(_ object: NSManagedObject) {
        if object.isInserted {
            journal.note(object, .deleted)
            return detach(object)
        }
        let wasDeleted = object.isDeleted
        journal.unmark(object, [.updated, .deleted])
        object.state.subtract([.propagated, .locked])
        if object.state.contains(.inaccessible) { return detach(object) }
        if !object.isFault { restore(object) }
        journal.note(object, wasDeleted ? .inserted : .refreshed)
    }

    /// The snapshot's values again; observers are told of the slots that were written.
    private func restore(_ object: NSManagedObject) {
        let keys = object.binding.slotProperties.filter { object.slots.written.contains($0.slot) }.map(\.name)
        object.withoutTracking {
            for key in keys { object.willChangeValue(forKey: key) }
            object.restoreSnapshot()
            object.awake(fromSnapshotEvents: .rollback)
            for key in keys { object.didChangeValue(forKey: key) }
        }
    }

    final func resetAll() {
        let objects = registeredObjects
        let ids = objects.map(\.objectID)
        deletionQueue = []
        unlockAll()
        _ = journal.takeEvent()
        for object in objects {
            object.withoutTracking { object.turnIntoFault() }
            object.state.formIntersection(.observed)
            object.link = nil
        }
        journal.unpinAll()
        identities.removeAll()
        source?.forgetIDs()
        undoManager?.removeAllActions()
        tellHasChanges()
        if !ids.isEmpty { post(Self.didChangeObjectsNotification, [NSInvalidatedAllObjectsKey: ids]) }
    }
}
