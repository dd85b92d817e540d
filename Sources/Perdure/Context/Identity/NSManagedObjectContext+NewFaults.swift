// SPDX-License-Identifier: Apache-2.0
// New objects as faults: refresh(_:mergeChanges: false) drops their values, and the next read restores their first
// values (PRG-32). There is no row to fetch.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Keeps the values that the program or awakeFromInsert gave an object before its insertion; most objects have
    /// none.
    final func keepInsertionValues(of object: NSManagedObject) {
        guard !object.slots.written.isEmpty else { return }
        let slots = object.slots
        let values = ContiguousArray((0..<slots.count).map { slots[$0].isManaged ? .null : slots[$0] })
        object.slots.makeExtras()?.insertionValues = InsertionValues(values: values, written: slots.written)
    }

    /// Makes a new object a fault, and removes it from the relationships of its destinations.
    final func turnNewIntoFault(_ object: NSManagedObject) {
        guard !object.isFault else { return }
        for slot in object.binding.relationshipSlots {
            for destination in object.destinations(at: slot) { object.lost(destination, at: slot) }
        }
        newFaults[ObjectIdentifier(object)] = object.slots.extras?.insertionValues
        journal.noteNewFault()
        object.withoutTracking { object.turnIntoFault() }
        journal.unmark(object, .updated)
        object.eventKind.remove(.updated)
        note(object, .refreshed)
    }

    final func fillNew(_ object: NSManagedObject) {
        object.startAnew()
        guard let first = newFaults.removeValue(forKey: ObjectIdentifier(object)) else { return }
        for slot in first.values.indices where first.written.contains(slot) {
            object.slots[slot] = first.values[slot]
        }
        object.slots.written = first.written
        object.slots.makeExtras()?.insertionValues = first
    }
}

extension SlotValue {
    /// Whether the value leads to objects.
    fileprivate var isManaged: Bool {
        switch self {
        case .stored(.reference): true
        case .stored: false
        case .live(let value): value.asDestination != nil || value.asMembers != nil
        }
    }
}
