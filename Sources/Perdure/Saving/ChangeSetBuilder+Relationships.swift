// SPDX-License-Identifier: Apache-2.0
// To-many relationships in change sets: links of many-to-many relationships, and orders of ordered ones. A one-to-many
// relationship needs neither: its members' rows have the foreign key.

import PerdureStore

extension ChangeSetBuilder {
    /// Adds the changes of a to-many relationship.
    ///
    /// - Returns: whether the relationship changed at all: the owner's version rises then.
    @discardableResult
    mutating func addMembers(of object: NSManagedObject, _ slot: ToManySlot, _ owner: ObjectKey, _ index: Int)
        throws
        -> Bool
    {
        guard let change = object.toManyChange(at: slot.slot) else { return false }
        if hasSeveralStores {
            try requireSameStore(object, slot.slot, change.added + (change.order ?? []), index)
        }
        if slot.isLinked {
            for member in change.added { try addLink(owner, slot, member, true, index) }
            // The engine itself removes the links of deleted rows.
            for member in change.removed where !member.isDeleted {
                try addLink(owner, slot, member, false, index)
            }
        }
        if let order = change.order {
            let members = order.compactMap { key(of: $0) }
            append(OrderChange(owner: owner, slot: slot.slot, members: members), to: index)
        }
        return true
    }

    private mutating func addLink(
        _ owner: ObjectKey, _ slot: ToManySlot, _ member: NSManagedObject, _ isInsertion: Bool, _ index: Int
    ) throws {
        guard let member = key(of: member) else { return }
        let link = LinkChange(owner: owner, slot: slot.slot, member: member, isInsertion: isInsertion)
        guard slot.relationship.isManyToMany else { return append(link, to: index) }
        links[index].insert(slot.normalized(link))
    }

    /// The key of a member, or of the object that replaced it; nil when the member is gone without a replacement.
    private func key(of object: NSManagedObject) -> ObjectKey? {
        let key = pending.address(of: object).key
        guard !pending.replacements.isEmpty, let replacement = pending.replacements[key] else { return key }
        return replacement
    }
}

extension ToManySlot {
    /// The one form of a link, no matter which of its ends reports it.
    func normalized(_ link: LinkChange) -> LinkChange {
        if relationship.isReflexive {
            guard link.member.number < link.owner.number else { return link }
            return LinkChange(
                owner: link.member, slot: slot, member: link.owner, isInsertion: link.isInsertion)
        }
        guard !relationship.listsLinks, let inverse = relationship.inverseSlot else { return link }
        return LinkChange(
            owner: link.member, slot: inverse, member: link.owner, isInsertion: link.isInsertion)
    }
}
