// SPDX-License-Identifier: Apache-2.0
// What merge policies replaced in objects during a save. A save that fails after all gives it back, so that its
// objects show what the program gave them (SAV-12, SAV-142). StoreSave.swift owns it.

import PerdureStore

/// Old values of objects, in the order in which they were replaced.
final class OverwrittenValues {
    private enum Entry {
        case value(NSManagedObject, slot: Int, SlotValue)
        case row(NSManagedObject, Row?)
    }

    private var entries: [Entry] = []

    /// Sets a slot; gives whether its value is another one now.
    @discardableResult
    func write(_ value: SlotValue, at slot: Int, of object: NSManagedObject) -> Bool {
        let old = object.slots[slot]
        guard !NSManagedObject.areEqual(old, value) else { return false }
        entries.append(.value(object, slot: slot, old))
        object.setStoredValue(value, at: slot)
        return true
    }

    /// Puts a value into a slot, whatever was there.
    func put(_ value: SlotValue, at slot: Int, of object: NSManagedObject) {
        entries.append(.value(object, slot: slot, object.slots[slot]))
        object.setStoredValue(value, at: slot)
    }

    /// Adds the change of another object's mergeable attribute; one that does not fit is left out.
    func add(_ delta: AttributeDelta, at slot: Int, of object: NSManagedObject) {
        guard let sum = try? object.mergedValue(at: slot)?.adding(delta) else { return }
        put(sum.slotValue, at: slot, of: object)
    }

    /// Makes an object's changes relative to another row.
    func rebase(_ object: NSManagedObject, on row: Row?) {
        // A change that the newer row has already is none there, and is one again when everything is given back.
        for slot in object.binding.mergeSlots {
            entries.append(.value(object, slot: slot, object.slots[slot]))
        }
        entries.append(.row(object, object.snapshot))
        object.snapshot = row
    }

    /// Lets the members of a relationship be read again.
    func dropMembers(of object: NSManagedObject, at slot: Int) {
        entries.append(.value(object, slot: slot, object.slots[slot]))
        object.dropToManyChange(at: slot)
    }

    /// Puts other members in the place of those of a relationship.
    func replaceMembers(of object: NSManagedObject, at slot: Int, with members: ToManyValue) {
        entries.append(.value(object, slot: slot, object.slots[slot]))
        object.changing(slot) { object.slots[slot] = .object(members) }
    }

    /// Changes the members of a relationship that is known; does nothing to one that is not.
    func changeMembers(of object: NSManagedObject, at slot: Int, _ change: (ToManyValue) -> Void) {
        guard let members = object.knownMembers(at: slot) else { return }
        entries.append(.value(object, slot: slot, .object(members.copy())))
        object.changing(slot) { change(members) }
    }

    /// Gives everything back.
    func giveBack() {
        for entry in entries.reversed() {
            switch entry {
            case .value(let object, let slot, let value):
                object.changing(slot) { object.slots[slot] = value }
            case .row(let object, let row): object.snapshot = row
            }
        }
        entries = []
    }
}
