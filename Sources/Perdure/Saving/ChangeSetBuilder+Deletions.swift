// SPDX-License-Identifier: Apache-2.0
// The checks of a store for deleted rows, and for destinations that a merge policy has chosen. Others may have added
// members or deleted destinations since the context read them (PRG-39).

import PerdureStore

extension ChangeSetBuilder {
    /// Lets the store look for members of a deleted object that the context's delete rules have not met.
    mutating func checkMembers(of object: NSManagedObject, _ owner: ObjectKey, _ index: Int) {
        for slot in object.binding.relationshipSlots where object.binding.mindsMembers(at: slot) {
            let handled = handledMembers(of: object, slot)
            change(index) { $0.check(slot, of: owner, handled: handled) }
        }
    }

    /// The keys of members that the delete rules have met, or the program removed; empty for relationships without a
    /// join table.
    private func handledMembers(of object: NSManagedObject, _ slot: Int) -> Set<ObjectKey> {
        guard object.binding.layout.properties[slot].relationship?.hasPairs == true,
            let members = object.knownMembers(at: slot)
        else { return [] }
        let isDenying = object.binding.deleteRule(at: slot) == .denyDeleteRule
        let known = isDenying ? members.removed : members.removed.union(members.list)
        return Set(known.map { pending.address(of: $0).key })
    }

    /// Lets the store check that the destinations of an object still exist after a merge policy's decision.
    mutating func checkDestinations(of object: NSManagedObject, _ slots: [Int], _ index: Int) throws {
        for slot in slots {
            guard object.binding.layout.properties[slot].relationship?.inverseSlot != nil,
                case .stored(.reference(let key)) = try object.storedValue(at: slot)
            else { continue }
            requireRow(key, index)
        }
        for slot in object.binding.relationshipSlots {
            guard object.binding.layout.properties[slot].relationship?.hasPairs == true else { continue }
            for member in object.knownMembers(at: slot)?.added ?? [] {
                requireRow(pending.address(of: member).key, index)
            }
        }
    }

    private mutating func requireRow(_ key: ObjectKey, _ index: Int) {
        guard key.number > 0, !isTouched(key) else { return }
        change(index) { $0.checks.append(VersionCheck(key: key, expectedVersion: nil)) }
    }
}

extension EntityBinding {
    /// Whether the deletion of an owner must leave no members of a relationship behind.
    ///
    /// A to-one relationship whose inverse is to-many leaves no members: its foreign key goes with the owner's row.
    fileprivate func mindsMembers(at slot: Int) -> Bool {
        let property = layout.properties[slot]
        guard !property.isTransient, let relationship = property.relationship,
            let rule = deleteRule(at: slot), rule != .noActionDeleteRule
        else { return false }
        if relationship.hasPairs { return rule != .nullifyDeleteRule }
        return relationship.inverseSlot != nil
            && slotProperties[slot].relationship?.isInverseToMany == false
    }

    /// The delete rule of a relationship; nil for an attribute.
    func deleteRule(at slot: Int) -> NSDeleteRule? {
        slotProperties[slot].relationship?.description.deleteRule
    }
}
