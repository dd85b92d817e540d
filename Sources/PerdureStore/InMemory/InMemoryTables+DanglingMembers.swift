// SPDX-License-Identifier: Apache-2.0
// Finds members that deleted rows would leave behind: other writers have added them since the owner's members were read
// (MemberCheck.swift). The search runs only when there is no other conflict.

extension InMemoryTables {
    /// The members that deleted rows would leave behind.
    func danglingMembers(_ changes: ChangeSet) -> [CommitConflict] {
        guard !changes.memberChecks.isEmpty else { return [] }
        let deleted = Set(changes.deletions.map(\.key))
        return changes.memberChecks.flatMap { check -> [CommitConflict] in
            guard let relationship = schema[check.entity].properties[check.slot].relationship else {
                return []
            }
            if relationship.hasPairs { return paired(check, deleted) }
            guard let inverse = relationship.inverseSlot else { return [] }
            return referring(check, relationship.destination, inverse, changes, deleted)
        }
    }

    private func paired(_ check: MemberCheck, _ deleted: Set<ObjectKey>) -> [CommitConflict] {
        check.owners.flatMap { owner in
            members(of: check.slot, for: owner).filter {
                !deleted.contains($0) && check.handled[owner]?.contains($0) != true
            }.map { danglingMember(owner, check, $0) }
        }
    }

    private func referring(
        _ check: MemberCheck, _ destination: Int32, _ slot: Int, _ changes: ChangeSet,
        _ deleted: Set<ObjectKey>
    ) -> [CommitConflict] {
        let property = schema[destination].properties[slot]
        guard property.isStoredInRow else { return [] }
        let written = references(in: changes, destination, slot)
        let known = Set(written.map(\.member))
        let stored = check.owners.flatMap { owner in
            (links[RelationshipSide(property)]?.numbers(from: owner.number, forward: false) ?? []).sorted()
                .compactMap { rows[schema[destination].root]?[$0]?.key }
                .filter { !known.contains($0) && !deleted.contains($0) }
                .map { danglingMember(owner, check, $0) }
        }
        let owners = Set(check.owners)
        return stored
            + written.compactMap { reference in
                guard !deleted.contains(reference.member), case .reference(let owner) = reference.value,
                    owners.contains(owner)
                else { return nil }
                return danglingMember(owner, check, reference.member)
            }
    }

    private func danglingMember(_ owner: ObjectKey, _ check: MemberCheck, _ member: ObjectKey)
        -> CommitConflict
    {
        .danglingMember(owner: owner, slot: check.slot, member: member, current: row(for: member))
    }

    /// The values that a change set writes into a slot of an entity, by row.
    private func references(in changes: ChangeSet, _ entity: Int32, _ slot: Int)
        -> [(member: ObjectKey, value: StoredValue)]
    {
        let layout = schema[entity]
        let updated = changes.updates.filter { update in
            update.slots.contains(slot)
                && layout.contains(entity: row(for: update.key)?.key.entity ?? update.key.entity)
        }
        let inserted = changes.insertions.filter { layout.contains(entity: $0.key.entity) }
        return updated.map { ($0.key, $0.row[slot]) } + inserted.map { ($0.key, $0.row[slot]) }
    }
}
