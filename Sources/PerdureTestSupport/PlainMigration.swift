// SPDX-License-Identifier: Apache-2.0
// A migration of plain values, written from the rules alone: what a store does in place must give the same.

import Foundation
import PerdureStore

/// Migrates a graph by the steps between two models.
package struct PlainMigration {
    /// Rows that do not fit the destination.
    package struct Failed: Error {}

    let steps: InferredMigration
    let old: StoredGraph
    /// Whether several owners may share a member of a relationship without inverse, as in memory.
    var sharesMembers = false

    /// Makes a migration of a graph.
    package init(steps: InferredMigration, old: StoredGraph, sharesMembers: Bool = false) {
        self.steps = steps
        self.old = old
        self.sharesMembers = sharesMembers
    }

    private var source: Schema { steps.source }
    private var destination: Schema { steps.destination }

    /// A relationship of the destination.
    private struct Place: Hashable {
        let entity: Int32
        let slot: Int
    }

    /// The graph afterwards.
    package func run() throws -> StoredGraph {
        var new = StoredGraph()
        for (key, row) in old.rows {
            guard let step = step(of: row), let number = step.destination else { continue }
            if destination[number].isAbstract { throw Failed() }
            new.rows[self.key(of: key, row) ?? key] = try attributes(row, step, destination[number])
        }
        for place in places() { link(place, &new) }
        try check(new)
        return new
    }

    private func step(of row: GraphRow) -> EntityStep? {
        let number = source.entity(named: row.entity)?.number
        return steps.steps.first { $0.source == number }
    }

    /// A row's key afterwards; nil for one that goes.
    private func key(of key: GraphKey, _ row: GraphRow) -> GraphKey? {
        guard let number = step(of: row)?.destination else { return nil }
        return GraphKey(root: destination[destination[number].root].name, number: key.number)
    }

    // MARK: - Attributes

    private func attributes(_ row: GraphRow, _ step: EntityStep, _ layout: EntityLayout) throws -> GraphRow {
        var new = GraphRow(entity: layout.name)
        for property in layout.properties {
            guard case .attribute(let origin) = step.origins[property.slot],
                let type = property.attribute?.type
            else { continue }
            let name = origin.source.map { source[step.source ?? 0].properties[$0].name }
            var value = name.flatMap { row.values[$0] } ?? .null
            if let conversion = origin.conversion {
                guard let converted = conversion.converted(value) else { throw Failed() }
                value = converted
            }
            if value.isNull, case .filled(let constant) = origin.nulls {
                value = StoredValue(entry: constant).number(as: type)
            }
            if value.isNull, origin.nulls == .checked { throw Failed() }
            if !value.isNull { new.values[property.name] = value }
        }
        return new
    }

    // MARK: - Relationships

    /// One end of each relationship: the to-one end, else the first.
    private func places() -> [Place] {
        var done: Set<Place> = []
        var found: [Place] = []
        let all = destination.entities.flatMap { layout in
            layout.properties[layout.inheritedCount...].filter { $0.relationship != nil && !$0.isTransient }
                .map { Place(entity: layout.number, slot: $0.slot) }
        }
        for place in all where !done.contains(place) {
            let inverse = inverse(of: place)
            if let inverse, relationship(place).isToMany, !relationship(inverse).isToMany { continue }
            done.formUnion([place, inverse].compactMap { $0 })
            found.append(place)
        }
        return found
    }

    private func relationship(_ place: Place) -> RelationshipLayout {
        destination[place.entity].properties[place.slot].relationship!
    }

    private func inverse(of place: Place) -> Place? {
        let relationship = relationship(place)
        guard let slot = relationship.inverseSlot else { return nil }
        let property = destination[relationship.destination].properties[slot]
        return property.isTransient ? nil : Place(entity: property.declaringEntity, slot: slot)
    }

    private struct Pair: Hashable {
        let owner: GraphKey
        let member: GraphKey
        /// The place of the member among the owner's, and the other way round.
        var place: Int?
        var ownerPlace: Int?
    }

    private func link(_ place: Place, _ new: inout StoredGraph) {
        let inverse = inverse(of: place)
        var pairs = self.pairs(of: place)
        if let inverse, inverse != place {
            let known = Set(pairs.map { [$0.owner, $0.member] })
            let others = self.pairs(of: inverse).map {
                Pair(owner: $0.member, member: $0.owner, place: nil, ownerPlace: $0.place)
            }
            // Where both ends had one storage, the other end knows its own order.
            pairs = pairs.map { pair in
                var pair = pair
                pair.ownerPlace =
                    others.first { $0.owner == pair.owner && $0.member == pair.member }?.ownerPlace
                return pair
            }
            pairs += others.filter { !known.contains([$0.owner, $0.member]) }
        }
        write(accepted(pairs, place, inverse), place, inverse, &new)
    }

    /// The pairs that a relationship had, by the owners' and members' keys afterwards.
    private func pairs(of place: Place) -> [Pair] {
        let target = destination[relationship(place).destination]
        var found: [Pair] = []
        for (key, row) in old.rows {
            guard let step = step(of: row), let number = step.destination,
                destination[place.entity].contains(entity: number), let owner = self.key(of: key, row),
                case .relationship(let origin) = step.origins[place.slot], let slot = origin.source
            else { continue }
            let name = source[step.source ?? 0].properties[slot].name
            for (index, member) in (row.members[name] ?? []).enumerated() {
                guard let there = old.rows[member], let memberNumber = self.step(of: there)?.destination,
                    target.contains(entity: memberNumber), let memberKey = self.key(of: member, there)
                else { continue }
                let isOrdered = source[step.source ?? 0].properties[slot].relationship?.isOrdered == true
                found.append(Pair(owner: owner, member: memberKey, place: isOrdered ? index : nil))
            }
        }
        return found.sorted { ($0.owner.number, $0.member.number) < ($1.owner.number, $1.member.number) }
    }

    /// Keeps one member for a to-one relationship, and one owner where the other end is one.
    private func accepted(_ pairs: [Pair], _ place: Place, _ inverse: Place?) -> [Pair] {
        let isToMany = relationship(place).isToMany
        let isExclusive = inverse.map { !relationship($0).isToMany } ?? (isToMany && !sharesMembers)
        var owners: Set<GraphKey> = []
        var members: Set<GraphKey> = []
        return pairs.filter { pair in
            if !isToMany, owners.contains(pair.owner) { return false }
            if isExclusive, members.contains(pair.member) { return false }
            owners.insert(pair.owner)
            members.insert(pair.member)
            return true
        }
    }

    private func write(_ pairs: [Pair], _ place: Place, _ inverse: Place?, _ new: inout StoredGraph) {
        add(pairs.map { ($0.owner, $0.member, $0.place) }, place, &new)
        guard let inverse, inverse != place else { return }
        add(pairs.map { ($0.member, $0.owner, $0.ownerPlace) }, inverse, &new)
    }

    private func add(
        _ pairs: [(owner: GraphKey, member: GraphKey, place: Int?)], _ place: Place, _ new: inout StoredGraph
    ) {
        let name = destination[place.entity].properties[place.slot].name
        for (owner, pairs) in Dictionary(grouping: pairs, by: \.owner) {
            let sorted = pairs.sorted {
                relationship(place).isOrdered
                    ? ($0.place ?? .max, $0.member.number) < ($1.place ?? .max, $1.member.number)
                    : $0.member < $1.member
            }
            new.rows[owner]?.members[name] = sorted.map(\.member)
        }
    }

    // MARK: - Checks

    private func check(_ new: StoredGraph) throws {
        for (_, row) in new.rows {
            guard let layout = destination.entity(named: row.entity),
                let step = steps.steps.first(where: { $0.destination == layout.number })
            else { continue }
            for property in layout.properties {
                guard case .relationship(let origin) = step.origins[property.slot], origin.isChecked,
                    row.members[property.name] == nil
                else { continue }
                throw Failed()
            }
        }
    }
}
