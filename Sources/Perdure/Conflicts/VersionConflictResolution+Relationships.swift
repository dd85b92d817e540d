// SPDX-License-Identifier: Apache-2.0
// Relationships in optimistic lock conflicts (SAV-55). The members' own rows decide the members of a one-to-many
// relationship. Links of a many-to-many relationship belong to both ends.

import PerdureStore

extension VersionConflictResolution {
    /// Resolves the members of a relationship of the conflicting object by the policy.
    ///
    /// The by-property policies apply the object's additions and removals to the newest members.
    func resolveMembers(_ slot: Int, _ relationship: RelationshipLayout) throws {
        if policy == .rollbackMergePolicyType { return dropMembers(slot, relationship) }
        guard let members = object.knownMembers(at: slot), members.hasChanges else { return }
        if isOverwriting {
            if relationship.hasPairs { try compareMembers(slot) }
        } else if relationship.isOrdered {
            // The order is written as a whole, so it must contain the newest members.
            conflict.compensation.replaceMembers(of: object, at: slot, with: members.rebased())
        }
    }

    private func dropMembers(_ slot: Int, _ relationship: RelationshipLayout) {
        guard let members = object.knownMembers(at: slot) else { return }
        if members.hasChanges { conflict.tookValues = true }
        if relationship.isManyToMany, let inverse = relationship.inverseSlot {
            for member in members.added { noteDecision(member, inverse, isMember: false) }
            for member in members.removed { noteDecision(member, inverse, isMember: true) }
        }
        conflict.compensation.dropMembers(of: object, at: slot)
    }

    /// Lets the save write all members that the object shows, instead of its additions and removals alone.
    private func compareMembers(_ slot: Int) throws {
        _ = object.loadedToMany(at: slot)
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let stored = try object.link?.sink?.members(of: relationship.description, for: object)
        else { return }
        conflict.compensation.changeMembers(of: object, at: slot) { $0.compare(with: stored) }
    }

    /// Prepares a row to be inserted again: it keeps the destinations that still exist, and the links that the object
    /// knows.
    func bringBack() throws {
        let destinations = try existing(
            object.binding.relationshipSlots.flatMap { slot in
                object.knownMembers(at: slot)?.list ?? object.toOne(at: slot).map { [$0] } ?? []
            })
        for property in object.binding.layout.properties where !property.isTransient {
            guard let relationship = property.relationship else { continue }
            let slot = property.slot
            if relationship.hasPairs {
                conflict.compensation.changeMembers(of: object, at: slot) { members in
                    for member in members.list where !destinations.contains(member) { members.remove(member) }
                    members.compare(with: [])
                }
            } else if !relationship.isToMany, let mine = object.toOne(at: slot), !destinations.contains(mine)
            {
                conflict.compensation.write(.null, at: slot, of: object)
            }
        }
    }

    /// The given objects without those whose rows are gone; new objects stay.
    private func existing(_ objects: [NSManagedObject]) throws -> Set<NSManagedObject> {
        let stored = objects.filter { $0.snapshot != nil || $0.isFault }
        let rows = try object.managedObjectContext?.source?.rows(for: stored.map(\.objectID), maximumAge: 0)
        return Set(objects).subtracting(stored.filter { rows?[$0.objectID] == nil })
    }

    /// Updates the inverses after a to-one relationship took the store's destination: the object's former destination
    /// removes the object, and the store's destination adds it.
    func tellOtherEnds(_ slot: Int, _ mine: NSManagedObject?) {
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let inverse = relationship.inverseSlot
        else { return }
        if relationship.isInverseToMany {
            if let mine { noteDecision(mine, inverse, isMember: false) }
            if let theirs = registeredDestination(slot) { noteDecision(theirs, inverse, isMember: true) }
        } else if let mine, !mine.isFault, mine.toOne(at: inverse) === object {
            conflict.compensation.write(.null, at: inverse, of: mine)
        }
    }

    /// The destination of a slot with a row's value, if the context has registered it.
    private func registeredDestination(_ slot: Int) -> NSManagedObject? {
        guard case .stored(.reference(let key)) = object.slots[slot],
            let id = object.objectID.namespace?.id(key)
        else {
            return nil
        }
        return object.managedObjectContext?.registeredObject(for: id)
    }

    private func noteDecision(_ other: NSManagedObject, _ slot: Int, isMember: Bool) {
        guard other.knownMembers(at: slot) != nil else { return }
        conflict.compensation.noteDecision(object, isMember: isMember, of: other, at: slot)
    }
}
