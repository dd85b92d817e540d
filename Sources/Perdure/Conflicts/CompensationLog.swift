// SPDX-License-Identifier: Apache-2.0
// The values that merge policies replaced in objects during a save. A save that fails in the end restores them, so that
// its objects show the program's values (SAV-12, SAV-142). StoreSave.swift owns it.

import PerdureStore

/// Old values of objects, in the order in which they were replaced.
final class CompensationLog {
    private enum Entry {
        case value(NSManagedObject, slot: Int, SlotValue)
        case row(NSManagedObject, Row?)
    }

    private var entries: [Entry] = []
    /// Decisions about members that the relationships have not been told yet.
    private var decided: [RecordedEnd: [SettledMember]] = [:]
    private var order: [RecordedEnd] = []
    /// Relationships whose first members an entry has; restoring ends with these members.
    private var copied: Set<RecordedEnd> = []

    /// Keeps the value of a slot, unless the event's notes restore an earlier value (`revertChangesOfSave`).
    private func keep(_ value: SlotValue, at slot: Int, of object: NSManagedObject) {
        if !object.isFault, object.slots.noted.contains(slot), slot < 63 { return }
        entries.append(.value(object, slot: slot, value))
    }

    /// Sets a slot; returns whether its value changed.
    @discardableResult
    func write(_ value: SlotValue, at slot: Int, of object: NSManagedObject) -> Bool {
        let old = object.slots[slot]
        guard !old.shows(value) else { return false }
        keep(old, at: slot, of: object)
        object.setStoredValue(value, at: slot)
        return true
    }

    /// Sets a slot without a comparison.
    func overwrite(_ value: SlotValue, at slot: Int, of object: NSManagedObject) {
        keep(object.slots[slot], at: slot, of: object)
        object.setStoredValue(value, at: slot)
    }

    /// Makes an object's changes relative to another row.
    func rebase(_ object: NSManagedObject, on row: Row?) {
        // A change that equals the newer row is no change there; restoring must make it a change again.
        for slot in object.binding.rebasedSlots {
            entries.append(.value(object, slot: slot, object.slots[slot]))
        }
        entries.append(.row(object, object.snapshot))
        object.snapshot = row
    }

    /// Drops the members of a relationship; the next use reads them again.
    func dropMembers(of object: NSManagedObject, at slot: Int) {
        keep(object.slots[slot], at: slot, of: object)
        object.dropToManyChange(at: slot)
    }

    /// Replaces the members of a relationship.
    func replaceMembers(of object: NSManagedObject, at slot: Int, with members: ToManyValue) {
        keep(object.slots[slot], at: slot, of: object)
        object.changing(slot) { object.slots[slot] = .live(members) }
    }

    /// Changes the members of a relationship, if they are known.
    func changeMembers(of object: NSManagedObject, at slot: Int, _ change: (ToManyValue) -> Void) {
        guard let members = object.knownMembers(at: slot) else { return }
        // Many conflicts may change the members of one owner; the members are copied only at the first change.
        if copied.insert(RecordedEnd(object: object, slot: slot)).inserted {
            keep(.live(members.copy()), at: slot, of: object)
        }
        object.changing(slot) { change(members) }
    }

    /// Notes the store's decision about a member of a relationship; `applyMemberDecisions` tells the relationship.
    ///
    /// Many objects of one owner may be in conflict; no conflict may cost a walk through all members.
    func noteDecision(_ member: NSManagedObject, isMember: Bool, of object: NSManagedObject, at slot: Int) {
        let end = RecordedEnd(object: object, slot: slot)
        if decided[end] == nil { order.append(end) }
        decided[end, default: []].append(SettledMember(object: member, isMember: isMember))
    }

    /// Applies the noted decisions to the relationships.
    func applyMemberDecisions() {
        let (ends, members) = (order, decided)
        (order, decided) = ([], [:])
        for end in ends {
            changeMembers(of: end.object, at: end.slot) { $0.adoptDecisions(members[end] ?? []) }
            // A relationship without changes of its own is read again at its next use.
            if end.object.knownMembers(at: end.slot)?.hasChanges == false {
                dropMembers(of: end.object, at: end.slot)
            }
        }
    }

    /// Restores all values.
    func restoreAll() {
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
