// SPDX-License-Identifier: Apache-2.0
// From the nodes that an atomic store has loaded to the rows that fetches search. AtomicStoreOpener.swift uses it.

import Foundation
import PerdureStore

/// Rows, relationship links and member orders made from nodes.
struct AtomicNodeRows {
    let schema: Schema
    private var rows: [ObjectKey: ContiguousArray<StoredValue>] = [:]
    private var links: Set<LinkChange> = []
    private var orders: [OrderChange] = []
    /// Values of to-one relationships that only the inverse to-many relationship has set.
    private var backReferences: [(member: ObjectKey, slot: Int, owner: ObjectKey)] = []

    init(schema: Schema) { self.schema = schema }

    /// Takes over one node.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class.
    mutating func add(_ node: NSAtomicStoreCacheNode) throws {
        let key = node.objectID.key
        let binding = EntityBinding.of(node.objectID.entity)
        var values = ContiguousArray<StoredValue>(repeating: .null, count: binding.layout.properties.count)
        for property in binding.slotProperties where !property.isTransient {
            let value = node.value(forKey: property.name)
            if let coding = property.coding {
                values[property.slot] = try coding.slotValue(value).storedForm(
                    binding.layout.name, property.name)
            } else if property.isToMany {
                addMembers(Self.keys(value), of: key, binding.layout.properties[property.slot])
            } else if let destination = Self.key(value) {
                values[property.slot] = .reference(destination)
            }
        }
        rows[key] = values
    }

    /// The insertions for all rows.
    mutating func changes() -> ChangeSet {
        for (member, slot, owner) in backReferences where rows[member]?[slot].isNull == true {
            rows[member]?[slot] = .reference(owner)
        }
        var changes = ChangeSet()
        changes.insertions = rows.map { RowInsertion(key: $0, values: $1) }
        changes.links = Array(links)
        changes.orders = orders
        return changes
    }

    private mutating func addMembers(_ members: [ObjectKey], of owner: ObjectKey, _ property: PropertyLayout)
    {
        guard let relationship = property.relationship, !members.isEmpty else { return }
        if relationship.isOrdered {
            orders.append(OrderChange(owner: owner, slot: property.slot, members: members))
        }
        let slot = ToManySlot(slot: property.slot, relationship: relationship)
        for member in members {
            if slot.isLinked {
                let link = LinkChange(owner: owner, slot: slot.slot, member: member, isInsertion: true)
                links.insert(slot.normalized(link))
            } else if let inverse = relationship.inverseSlot {
                backReferences.append((member, inverse, owner))
            }
        }
    }

    private static func keys(_ value: Any?) -> [ObjectKey] {
        switch value {
        case let members as NSOrderedSet: members.compactMap { key($0) }
        case let members as Set<NSObject>: members.compactMap { key($0) }
        case let members as NSSet: members.compactMap { key($0) }
        case let members as [Any]: members.compactMap { key($0) }
        default: []
        }
    }

    private static func key(_ value: Any?) -> ObjectKey? {
        switch value {
        case let node as NSAtomicStoreCacheNode: node.objectID.key
        case let id as NSManagedObjectID: id.key
        default: nil
        }
    }
}
