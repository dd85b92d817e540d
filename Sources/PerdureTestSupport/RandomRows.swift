// SPDX-License-Identifier: Apache-2.0
// Fills a store of any model with random rows.

import Foundation
import PerdureStore

/// Makes rows and pairs, and writes them in one commit.
package struct RandomRows {
    let schema: Schema
    var random: RandomVersions

    /// Makes rows of a schema.
    package init(schema: Schema, random: RandomVersions) {
        self.schema = schema
        self.random = random
    }

    /// Writes up to four rows of each concrete entity, with pairs for all relationships.
    package mutating func write(into engine: any StoreEngine) throws {
        var rows: [(key: ObjectKey, values: ContiguousArray<StoredValue>)] = []
        for layout in schema.entities where !layout.isAbstract {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let number = try engine.reserveKey(entity: layout.number)
                rows.append((schema.key(entity: layout.number, number: number), values(layout)))
            }
        }
        var changes = ChangeSet()
        for place in places() { pair(place, &rows, &changes) }
        changes.insertions = rows.map { RowInsertion(key: $0.key, values: $0.values) }
        _ = try engine.commit(changes)
    }

    private mutating func values(_ layout: EntityLayout) -> ContiguousArray<StoredValue> {
        ContiguousArray(
            layout.properties.map { property in
                guard let attribute = property.attribute, !property.isTransient,
                    !property.isOptional || !random.one(in: 3)
                else { return .null }
                return value(of: attribute.type)
            })
    }

    private mutating func value(of type: StoredAttributeType) -> StoredValue {
        let number = Int64.random(in: -3...3, using: &random) * (random.one(in: 9) ? 50_000 : 1)
        return switch type {
        case .boolean: .integer(number > 0 ? 1 : 0)
        case .integer16: .integer(Int64(Int16(clamping: number)))
        case .integer64: .integer(number)
        case .double, .float: .double(Double(number) + 0.5)
        case .decimal: .decimal(DecimalBox(Decimal(number) / 4))
        case .date: .date(Double(number))
        default: .string("text \(number)")
        }
    }

    // MARK: - Pairs

    private struct Place: Hashable {
        let entity: Int32
        let slot: Int
    }

    /// One end of each relationship.
    private func places() -> [Place] {
        var done: Set<Place> = []
        var found: [Place] = []
        for layout in schema.entities {
            for property in layout.properties[layout.inheritedCount...] where !property.isTransient {
                guard let relationship = property.relationship else { continue }
                let place = Place(entity: layout.number, slot: property.slot)
                guard done.insert(place).inserted else { continue }
                if let slot = relationship.inverseSlot {
                    let other = schema[relationship.destination].properties[slot]
                    done.insert(Place(entity: other.declaringEntity, slot: slot))
                }
                found.append(place)
            }
        }
        return found
    }

    private mutating func pair(
        _ place: Place, _ rows: inout [(key: ObjectKey, values: ContiguousArray<StoredValue>)],
        _ changes: inout ChangeSet
    ) {
        let layout = schema[place.entity]
        guard let relationship = layout.properties[place.slot].relationship, !relationship.isReflexive else {
            return
        }
        let destination = schema[relationship.destination]
        let inverse = relationship.inverseSlot.flatMap { destination.properties[$0].relationship }
        let owners = rows.indices.filter { layout.contains(entity: rows[$0].key.entity) }
        let members = rows.indices.filter { destination.contains(entity: rows[$0].key.entity) }
        let isExclusive = inverse.map { !$0.isToMany } ?? relationship.isToMany
        var taken: Set<Int> = []
        var pairs: [(owner: Int, member: Int)] = []
        for owner in owners {
            let wanted = relationship.isToMany ? Int.random(in: 0...3, using: &random) : 1
            let isNeeded = !layout.properties[place.slot].isOptional
            if !isNeeded, random.one(in: 3) { continue }
            for member in members.shuffled(using: &random).prefix(wanted) {
                if isExclusive, !taken.insert(member).inserted { continue }
                pairs.append((owner, member))
            }
        }
        write(pairs, place, relationship, inverse, &rows, &changes)
    }

    private mutating func write(
        _ pairs: [(owner: Int, member: Int)], _ place: Place, _ relationship: RelationshipLayout,
        _ inverse: RelationshipLayout?,
        _ rows: inout [(key: ObjectKey, values: ContiguousArray<StoredValue>)],
        _ changes: inout ChangeSet
    ) {
        for (owner, member) in pairs {
            if !relationship.isToMany { rows[owner].values[place.slot] = .reference(rows[member].key) }
            if let inverse, let slot = relationship.inverseSlot, !inverse.isToMany {
                rows[member].values[slot] = .reference(rows[owner].key)
            }
            guard relationship.hasPairs else { continue }
            if relationship.listsLinks {
                changes.links.append(
                    LinkChange(
                        owner: rows[owner].key, slot: place.slot, member: rows[member].key, isInsertion: true)
                )
            } else if let slot = relationship.inverseSlot {
                changes.links.append(
                    LinkChange(
                        owner: rows[member].key, slot: slot, member: rows[owner].key, isInsertion: true))
            }
        }
        if relationship.isOrdered { order(pairs.map { ($0.owner, $0.member) }, place.slot, rows, &changes) }
        if let inverse, inverse.isOrdered, let slot = relationship.inverseSlot {
            order(pairs.map { ($0.member, $0.owner) }, slot, rows, &changes)
        }
    }

    private mutating func order(
        _ pairs: [(Int, Int)], _ slot: Int,
        _ rows: [(key: ObjectKey, values: ContiguousArray<StoredValue>)], _ changes: inout ChangeSet
    ) {
        for (owner, members) in Dictionary(grouping: pairs, by: \.0).sorted(by: { $0.key < $1.key }) {
            let keys = members.map { rows[$0.1].key }.shuffled(using: &random)
            changes.orders.append(OrderChange(owner: rows[owner].key, slot: slot, members: keys))
        }
    }
}
