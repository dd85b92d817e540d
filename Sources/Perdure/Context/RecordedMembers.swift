// SPDX-License-Identifier: Apache-2.0
// How one event changed the members of a to-many relationship. Part of RecordedEvent.swift.

import PerdureStore

/// The members that an event added and removed.
struct RecordedMembers {
    let object: NSManagedObject
    let slot: Int
    let added: [NSManagedObject]
    let removed: [NSManagedObject]
    /// All members before and after, of an ordered relationship.
    var orders: (old: [NSManagedObject], new: [NSManagedObject])?

    func added(_ direction: UndoDirection) -> [NSManagedObject] { direction == .undo ? removed : added }
    func removed(_ direction: UndoDirection) -> [NSManagedObject] { direction == .undo ? added : removed }
    func order(_ direction: UndoDirection) -> [NSManagedObject]? {
        orders.map { direction == .undo ? $0.old : $0.new }
    }

    var name: String { object.binding.names[slot] }

    /// The change as observers are told of it.
    func mutation(_ direction: UndoDirection) -> (NSKeyValueSetMutationKind, Set<AnyHashable>) {
        object.mutation(at: slot, add: added(direction), remove: removed(direction))
    }
}

extension RecordedMembers {
    /// Where a member's own end says whether it is one, so that the members need not be read; their order needs them.
    private var inverse: Int? {
        guard let relationship = object.binding.slotProperties[slot].relationship,
            !relationship.isInverseToMany, !relationship.isOrdered
        else { return nil }
        return relationship.inverseSlot
    }

    /// Whether members can be added and removed before they are read.
    var knowsMembers: Bool { inverse != nil }

    /// Whether removing an object from members that were not read is a change: it was added, or is stored there.
    func mayRemove(_ member: NSManagedObject, _ many: ToManyValue) -> Bool {
        many.added.contains(member) || isStored(member) == true
    }

    /// Whether adding it is one: it was removed, or is not stored there.
    func mayAdd(_ member: NSManagedObject, _ many: ToManyValue) -> Bool {
        many.removed.contains(member) || isStored(member) != true
    }

    /// What was undone is no change, where the members' own rows say that it is stored like that.
    func settle(_ many: ToManyValue) {
        guard knowsMembers, !many.isLoaded else { return }
        let members = Set(added + removed)
        many.learn(
            has: members.filter { isStored($0) == true }, hasNot: members.filter { isStored($0) == false })
    }

    /// Whether the snapshot has a member; nil when the member is a fault.
    private func isStored(_ member: NSManagedObject) -> Bool? {
        guard let inverse, !member.isFault else { return nil }
        guard let row = member.snapshot else { return false }
        return row[inverse] == .reference(object.id.key)
    }
}
