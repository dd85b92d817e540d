// SPDX-License-Identifier: Apache-2.0
// To-many relationships in change sets: links of many-to-many ones, and the order of ordered ones. A
// one-to-many relationship needs neither: its members' own rows hold the key.

import PerdureStore

extension ChangeSetBuilder {
    /// Adds what changed in a to-many relationship.
    ///
    /// - Returns: whether it changed at all, so that the owner's version moves.
    @discardableResult
    mutating func addMembers(of object: NSManagedObject, _ slot: ToManySlot, _ owner: ObjectKey, _ index: Int)
        throws
        -> Bool
    {
        guard let change = object.toManyChange(at: slot.slot) else { return false }
        if slot.isLinked {
            for member in change.added { try addLink(owner, slot, member, true, index) }
            // The engine itself removes the links of rows that are deleted.
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

    /// The key of a member, or of the object that took its place; nil when nothing did.
    private func key(of object: NSManagedObject) -> ObjectKey? {
        let key = pending.id(of: object).key
        guard !pending.replacements.isEmpty, let replacement = pending.replacements[key] else { return key }
        return replacement
    }
}

extension ToManySlot {
    /// The one form that a pair has, whichever of its ends reports it.
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
