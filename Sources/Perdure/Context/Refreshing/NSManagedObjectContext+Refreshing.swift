// SPDX-License-Identifier: Apache-2.0
// Brings objects up to date: reads the row again, and puts the object's own changes over it or drops them. The methods
// that discard all changes are in NSManagedObjectContext+RollingBack.swift.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    final func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
        guard object.link === link else { return }
        // A new object has no row to return to. A fault takes the newest row when it fires.
        guard object.isStored else {
            if !keepingChanges, object.isInserted { turnNewIntoFault(object) }
            return
        }
        adoptPermanentID(object)
        object.forgetPartialValues()
        guard !object.slots.isFault else { return }
        if keepingChanges {
            refreshKeepingChanges(object)
        } else {
            forgetChanges(of: object)
            note(object, .refreshed)
        }
        tellHasChanges()
    }

    private func forgetChanges(of object: NSManagedObject) {
        if !inDoubtSaves.isEmpty { inDoubtSaves.forget(object.objectID) }
        object.withoutTracking { object.turnIntoFault() }
        journal.unmark(object, .updated)
        object.eventKind.remove(.updated)
        // The journal lets go of it at the end of the event: a sweep visits all changed objects.
        if !object.hasChanges, object.state.contains(.pinned) { journal.noteFreedObject() }
    }

    private func refreshKeepingChanges(_ object: NSManagedObject) {
        do {
            if let row = try source?.row(for: object.objectID, maximumAge: stalenessInterval) {
                rebase(object, on: row)
            } else {
                try giveUp(object)
            }
        } catch { object.report(unreadable: error) }
    }

    /// Puts the newest values below the object's changes, in the eight steps of Core Data's procedure.
    final func rebase(_ object: NSManagedObject, on row: Row) {
        rebase(object, on: row, keeping: object.changesToKeep(withNulls: keepsNullWhenRefreshing))
    }

    /// Puts values below an object's changes.
    final func rebase(_ object: NSManagedObject, on row: Row, keeping kept: [SlotContent]) {
        // Slots that were noted in this event stay noted: undo must know that a later change is not the first (MRG-80).
        let noted = object.binding.appliesChanges ? object.slots.noted : SlotMask()
        object.withoutTracking {
            object.announcing(object.binding.names.indices) {
                object.turnIntoFault()
                object.fill(with: row)
                for change in kept { object.reapply(change) }
                if !noted.isEmpty { object.slots.noted = noted }
                object.awake(fromSnapshotEvents: .refresh)
            }
        }
        note(object, .refreshed)
    }

    /// Treats an object whose row is gone as deleted, or reports an error.
    private func giveUp(_ object: NSManagedObject) throws {
        try loseRow(of: object, reading: nil)
        object.withoutTracking {
            object.turnIntoFault()
            object.fillWithNulls()
        }
    }

    final func refreshAll() {
        // Pending changes are reported in an event of their own; the refreshed objects are the next event.
        endEvent()
        // A new object whose deletion waits has no row to return to, and may be inserted again.
        for object in registeredObjects where !object.state.contains(.leaving) {
            adoptPermanentID(object)
            if !object.hasChanges {
                object.withoutTracking { object.turnIntoFault() }
            } else if !object.isDeleted {
                refreshObject(object, keepingChanges: true)
            }
            note(object, .refreshed)
        }
        endEvent()
    }
}

extension NSManagedObject {
    /// Whether the object stands for a row; false for new objects, and for new objects that were deleted.
    final var isStored: Bool { state.isDisjoint(with: [.inserted, .leaving]) }

    /// Announces a change of slots to subclasses and observers, without recording it.
    final func announcing(_ changed: some Sequence<Int>, _ change: () -> Void) {
        for slot in changed { announce(slot) { willChangeValue(forKey: binding.names[slot]) } }
        change()
        for slot in changed { announce(slot) { didChangeValue(forKey: binding.names[slot]) } }
    }
}
