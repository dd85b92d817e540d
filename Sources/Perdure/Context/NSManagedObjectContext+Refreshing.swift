// SPDX-License-Identifier: Apache-2.0
// Bringing objects up to date: "the row again", with or without the object's own changes on top. Giving all changes
// up is in NSManagedObjectContext+RollingBack.swift.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    final func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
        guard object.link === link else { return }
        // A new object has no row to come back to; a fault takes the newest row when it is read.
        guard object.isStored else {
            if !keepingChanges, object.isInserted { turnNewIntoFault(object) }
            return
        }
        takeSettledID(object)
        object.forgetPartialValues()
        guard !object.slots.isFault else { return }
        if keepingChanges {
            merge(object)
        } else {
            forgetChanges(of: object)
            note(object, .refreshed)
        }
        tellHasChanges()
    }

    private func forgetChanges(of object: NSManagedObject) {
        if !unsettledSaves.isEmpty { unsettledSaves.forget(object.objectID) }
        object.withoutTracking { object.turnIntoFault() }
        journal.unmark(object, .updated)
        object.eventKind.remove(.updated)
        journal.sweep()
    }

    private func merge(_ object: NSManagedObject) {
        do {
            if let row = try source?.row(for: object.objectID, maximumAge: stalenessInterval) {
                rebase(object, on: row)
            } else {
                try give(up: object)
            }
        } catch { object.report(unreadable: error) }
    }

    /// The newest values under the object's changes, in the eight steps of Core Data's procedure.
    final func rebase(_ object: NSManagedObject, on row: Row) {
        let kept = object.changesToKeep(withNulls: keepsNullWhenRefreshing)
        // What was noted in this event stays so: undo must know that later changes are not the first (MRG-80).
        let noted = object.binding.appliesChanges ? object.slots.noted : SlotMask()
        object.withoutTracking {
            object.announcing(object.binding.names.indices) {
                object.turnIntoFault()
                object.fill(with: row)
                for change in kept { object.put(change) }
                if !noted.isEmpty { object.slots.noted = noted }
                object.awake(fromSnapshotEvents: .refresh)
            }
        }
        note(object, .refreshed)
    }

    /// The row of an object with values is gone: it is a deleted object, or an error.
    private func give(up object: NSManagedObject) throws {
        try loseRow(of: object, reading: nil)
        object.withoutTracking {
            object.turnIntoFault()
            object.fillWithNulls()
        }
    }

    final func refreshAll() {
        // What is pending is reported by itself: this event is that of all objects.
        endEvent()
        for object in registeredObjects {
            takeSettledID(object)
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
    /// Whether the object stands for a row; no for one that is new, or was new until it was deleted.
    final var isStored: Bool { state.isDisjoint(with: [.inserted, .leaving]) }

    /// Announces a change of slots to subclasses and observers, without recording it.
    final func announcing(_ changed: some Sequence<Int>, _ change: () -> Void) {
        for slot in changed { announce(slot) { willChangeValue(forKey: binding.names[slot]) } }
        change()
        for slot in changed { announce(slot) { didChangeValue(forKey: binding.names[slot]) } }
    }
}
