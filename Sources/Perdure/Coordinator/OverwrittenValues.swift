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
    /// What was decided about members, and not told yet.
    private var decided: [RecordedEnd: [SettledMember]] = [:]
    private var order: [RecordedEnd] = []
    /// Relationships of which an entry has the members as they were first: giving back ends with those.
    private var copied: Set<RecordedEnd> = []

    /// Keeps the value of a slot, unless an earlier one comes back by the notes of the event
    /// (`takeBackChangesOfSave`).
    private func keep(_ value: SlotValue, at slot: Int, of object: NSManagedObject) {
        if !object.isFault, object.slots.noted.contains(slot), slot < 63 { return }
        entries.append(.value(object, slot: slot, value))
    }

    /// Sets a slot; gives whether its value is another one now.
    @discardableResult
    func write(_ value: SlotValue, at slot: Int, of object: NSManagedObject) -> Bool {
        let old = object.slots[slot]
        guard !old.shows(value) else { return false }
        keep(old, at: slot, of: object)
        object.setStoredValue(value, at: slot)
        return true
    }

    /// Puts a value into a slot, whatever was there.
    func put(_ value: SlotValue, at slot: Int, of object: NSManagedObject) {
        keep(object.slots[slot], at: slot, of: object)
        object.setStoredValue(value, at: slot)
    }

    /// Makes an object's changes relative to another row.
    func rebase(_ object: NSManagedObject, on row: Row?) {
        // A change that the newer row has already is none there, and is one again when everything is given back.
        for slot in object.binding.rebasedSlots {
            entries.append(.value(object, slot: slot, object.slots[slot]))
        }
        entries.append(.row(object, object.snapshot))
        object.snapshot = row
    }

    /// Lets the members of a relationship be read again.
    func dropMembers(of object: NSManagedObject, at slot: Int) {
        keep(object.slots[slot], at: slot, of: object)
        object.dropToManyChange(at: slot)
    }

    /// Puts other members in the place of those of a relationship.
    func replaceMembers(of object: NSManagedObject, at slot: Int, with members: ToManyValue) {
        keep(object.slots[slot], at: slot, of: object)
        object.changing(slot) { object.slots[slot] = .live(members) }
    }

    /// Changes the members of a relationship that is known; does nothing to one that is not.
    func changeMembers(of object: NSManagedObject, at slot: Int, _ change: (ToManyValue) -> Void) {
        guard let members = object.knownMembers(at: slot) else { return }
        // Of many conflicts each may change the members of one owner: they are not copied each time.
        if copied.insert(RecordedEnd(object: object, slot: slot)).inserted {
            keep(.live(members.copy()), at: slot, of: object)
        }
        object.changing(slot) { change(members) }
    }

    /// Notes what the store has decided about a member of a relationship: `settleMembers` tells the relationship.
    ///
    /// Many objects of one owner may be in conflict, and each must not cost a walk through all of its members.
    func settle(_ member: NSManagedObject, isMember: Bool, of object: NSManagedObject, at slot: Int) {
        let end = RecordedEnd(object: object, slot: slot)
        if decided[end] == nil { order.append(end) }
        decided[end, default: []].append(SettledMember(object: member, isMember: isMember))
    }

    /// Lets the relationships know what was decided about their members.
    func settleMembers() {
        let (ends, members) = (order, decided)
        (order, decided) = ([], [:])
        for end in ends {
            changeMembers(of: end.object, at: end.slot) { $0.settle(members[end] ?? []) }
            // Without changes of its own it may as well be read again.
            if end.object.knownMembers(at: end.slot)?.hasChanges == false {
                dropMembers(of: end.object, at: end.slot)
            }
        }
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
        (entries, copied, order, decided) = ([], [], [], [:])
    }
}
