// SPDX-License-Identifier: Apache-2.0
// The change of a to-many relationship's members by one event. A part of RecordedEvent.swift.

import PerdureFoundationGaps
import PerdureStore

/// The members that an event added and removed.
struct RecordedMembers {
    let object: NSManagedObject
    let slot: Int
    let added: [NSManagedObject]
    let removed: [NSManagedObject]
    /// All members of an ordered relationship, before and after the event.
    var orders: (old: [NSManagedObject], new: [NSManagedObject])?

    func added(_ direction: UndoDirection) -> [NSManagedObject] { direction == .undo ? removed : added }
    func removed(_ direction: UndoDirection) -> [NSManagedObject] { direction == .undo ? added : removed }
    func order(_ direction: UndoDirection) -> [NSManagedObject]? {
        orders.map { direction == .undo ? $0.old : $0.new }
    }

    var name: String { object.binding.names[slot] }

    /// The change in the form that observers are told.
    func mutation(_ direction: UndoDirection) -> (NSKeyValueSetMutationKind, Set<AnyHashable>) {
        object.mutation(at: slot, add: added(direction), remove: removed(direction))
    }
}

extension RecordedMembers {
    /// The inverse to-one relationship that tells whether an object is a member, so that the members need not be read;
    /// nil for ordered relationships, whose order must be read.
    private var inverse: Int? {
        guard let relationship = object.binding.slotProperties[slot].relationship,
            !relationship.isInverseToMany, !relationship.isOrdered
        else { return nil }
        return relationship.inverseSlot
    }

    /// Whether members can be added and removed before they are read.
    var knowsMembers: Bool { inverse != nil }

    /// Whether removing an object from unread members is a change: the object was added, or its row leads to the owner.
    func mayRemove(_ member: NSManagedObject, _ many: ToManyValue) -> Bool {
        many.added.contains(member) || isStored(member) == true
    }

    /// Whether adding an object to unread members is a change: it was removed, or its row does not lead to the owner.
    func mayAdd(_ member: NSManagedObject, _ many: ToManyValue) -> Bool {
        many.removed.contains(member) || isStored(member) != true
    }

    /// Drops changes after undo that the members' own rows already have.
    func dropKnown(_ many: ToManyValue) {
        guard knowsMembers, !many.isLoaded else { return }
        let members = Set(added + removed)
        many.learn(
            has: members.filter { isStored($0) == true }, hasNot: members.filter { isStored($0) == false })
    }

    /// Whether the member's snapshot leads to the object; nil when the member is a fault.
    private func isStored(_ member: NSManagedObject) -> Bool? {
        guard let inverse, !member.isFault else { return nil }
        guard let row = member.snapshot else { return false }
        return row[inverse] == .reference(object.id.key)
    }
}
