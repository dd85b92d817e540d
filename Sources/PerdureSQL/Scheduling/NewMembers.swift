// SPDX-License-Identifier: Apache-2.0
// Rows that become ordered members through their own to-one slot. When the change set does not order the owner's members,
// these rows go to the end.

import PerdureStore

/// The rows of a change set that get an owner whose members are ordered.
struct NewMembers {
    private var all: [NewMember] = []
    private let mapping: StoreMapping

    init(_ mapping: StoreMapping) { self.mapping = mapping }

    /// Notes updates of one shape.
    mutating func add(_ run: ArraySlice<RowUpdate>) {
        let first = run[run.startIndex]
        let slots = orderedSlots(of: first.key.entity).filter(first.slots.contains)
        if !slots.isEmpty { for update in run { add(update.row, slots) } }
    }

    /// Notes new rows of one entity.
    mutating func add(_ run: ArraySlice<RowInsertion>) {
        let slots = orderedSlots(of: run[run.startIndex].row.key.entity)
        if !slots.isEmpty { for insertion in run { add(insertion.row, slots) } }
    }

    /// The to-one relationships of an entity whose inverses are ordered.
    private func orderedSlots(of entity: Int32) -> [Int] {
        guard let slots = mapping[entity]?.slots else { return [] }
        return slots.indices.filter { slots[$0].orderedKey != nil }
    }

    private mutating func add(_ row: Row, _ slots: [Int]) {
        for slot in slots {
            guard case .reference(let owner) = row[slot] else { continue }
            all.append(NewMember(member: row.key, slot: slot, owner: owner))
        }
    }

    /// The rows whose position no order change gives.
    func withoutOrder(in orders: [OrderChange]) -> [NewMember] {
        if all.isEmpty { return [] }
        let ordered = Set(orders.compactMap(orderedEnd))
        return all.filter { !ordered.contains(OrderedEnd(owner: $0.owner, memberSlot: $0.slot)) }
    }

    /// An owner, and the to-one slot that makes rows its ordered members.
    private struct OrderedEnd: Hashable {
        let owner: ObjectKey
        let memberSlot: Int
    }

    private func orderedEnd(_ order: OrderChange) -> OrderedEnd? {
        guard case .toMany(.foreignKey(let key)) = mapping[order.owner.entity]?.slots[order.slot],
            let slot = key.slot
        else { return nil }
        return OrderedEnd(owner: order.owner, memberSlot: slot)
    }
}

extension NewMember {
    /// The relationship that makes the row a member.
    var end: RelationshipEnd { RelationshipEnd(entity: member.entity, slot: slot) }
}

extension SlotColumns {
    /// The columns of a to-one relationship whose inverse is ordered.
    package var orderedKey: ToOneColumns? {
        if case .toOne(let ends) = self, ends.order != nil { return ends }
        return nil
    }
}
