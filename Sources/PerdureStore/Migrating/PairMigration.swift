// SPDX-License-Identifier: Apache-2.0
// One relationship and its inverse in a migration that is carried out in memory: pairs are collected from the source at both ends,
// and written as the destination keeps them. RowMigration.swift uses it.

/// A relationship of the destination and its inverse.
struct RelationshipPair {
    /// One end, by the entity that declares it.
    struct End: Hashable {
        let entity: Int32
        let slot: Int
    }

    let first: End
    /// nil without inverse, and for one that is not stored; the same end for a reflexive relationship.
    let second: End?
    let relationship: RelationshipLayout
    let inverse: RelationshipLayout?

    /// Whether the pair is written from its other end: a to-one relationship keeps its own member.
    var isDecidedByInverse: Bool { relationship.isToMany && inverse?.isToMany == false }

    /// - Returns: nil for attributes and for relationships that are not stored.
    init?(_ property: PropertyLayout, _ layout: EntityLayout, _ schema: Schema) {
        guard let relationship = property.relationship, !property.isTransient else { return nil }
        self.relationship = relationship
        first = End(entity: property.declaringEntity, slot: property.slot)
        let other = relationship.inverseSlot.map { schema[relationship.destination].properties[$0] }
        let stored = other.flatMap { $0.isTransient ? nil : $0 }
        second = stored.map { End(entity: $0.declaringEntity, slot: $0.slot) }
        inverse = stored?.relationship
    }
}

/// Collects the pairs of one relationship, and writes them.
struct PairMigration {
    private let pair: RelationshipPair
    private let destination: Schema
    /// Pairs of owner and member, in the order in which they are written; the first ones win.
    private var pairs: [(owner: ObjectKey, member: ObjectKey)] = []
    /// The members of ordered ends as the source had them.
    private var orders: [RelationshipPair.End: [ObjectKey: [ObjectKey]]] = [:]

    init(
        _ pair: RelationshipPair, kept: [(old: Row, step: EntityStep)], in reader: any StoreReader,
        steps: InferredMigration
    ) throws {
        self.pair = pair
        destination = steps.destination
        let entities = Dictionary(kept.map { ($0.old.key, $0.step.destination ?? 0) }) { first, _ in first }
        let found = try collect(pair.first, pair.relationship, kept, entities, reader, steps)
        var turned: [(owner: ObjectKey, member: ObjectKey)] = []
        if let second = pair.second, let inverse = pair.inverse, second != pair.first {
            turned = try collect(second, inverse, kept, entities, reader, steps).map { ($0.member, $0.owner) }
        }
        pairs = Self.permitted(Self.sorted(found) + Self.sorted(turned), pair)
    }

    private static func sorted(_ pairs: [(owner: ObjectKey, member: ObjectKey)]) -> [(
        owner: ObjectKey, member: ObjectKey
    )] {
        pairs.sorted { ($0.owner.number, $0.member.number) < ($1.owner.number, $1.member.number) }
    }

    // MARK: Collecting

    /// The pairs of one end; its members' order is noted.
    private mutating func collect(
        _ end: RelationshipPair.End, _ relationship: RelationshipLayout,
        _ kept: [(old: Row, step: EntityStep)],
        _ entities: [ObjectKey: Int32], _ reader: any StoreReader, _ steps: InferredMigration
    ) throws -> [(owner: ObjectKey, member: ObjectKey)] {
        var found: [(owner: ObjectKey, member: ObjectKey)] = []
        let (owners, members) = (destination[end.entity], destination[relationship.destination])
        for (old, step) in kept {
            guard let entity = step.destination, owners.contains(entity: entity),
                case .relationship(let origin) = step.origins[end.slot], let source = origin.source
            else { continue }
            let owner = destination.key(entity: entity, number: old.key.number)
            let list = try Self.members(of: old, source, reader).compactMap { member -> ObjectKey? in
                guard let entity = entities[member], members.contains(entity: entity) else { return nil }
                return destination.key(entity: entity, number: member.number)
            }
            found += list.map { (owner, $0) }
            if relationship.isOrdered, !list.isEmpty, origin.order == .kept {
                orders[end, default: [:]][owner] = list
            }
        }
        return found
    }

    private static func members(of row: Row, _ slot: Int, _ reader: any StoreReader) throws -> [ObjectKey] {
        let property = reader.schema[row.key.entity].properties[slot]
        guard property.relationship?.isToMany == true else {
            if case .reference(let key) = row[slot] { return [key] }
            return []
        }
        return try reader.members(of: slot, for: row.key)
    }

    /// The pairs that both ends permit: a to-one end keeps the first.
    private static func permitted(_ pairs: [(owner: ObjectKey, member: ObjectKey)], _ pair: RelationshipPair)
        -> [(owner: ObjectKey, member: ObjectKey)]
    {
        let isExclusive = pair.inverse.map { !$0.isToMany } ?? false
        var (known, owners, members) = (Set<[ObjectKey]>(), Set<ObjectKey>(), Set<ObjectKey>())
        let permitted = pairs.filter { owner, member in
            if known.contains([owner, member]) { return false }
            if !pair.relationship.isToMany, owners.contains(owner) { return false }
            if isExclusive, members.contains(member) { return false }
            known.insert([owner, member])
            owners.insert(owner)
            members.insert(member)
            return true
        }
        // A to-one relationship that is its own inverse keeps the pairs that lead back.
        guard pair.second == pair.first, !pair.relationship.isToMany else { return permitted }
        return permitted.filter { known.contains([$0.member, $0.owner]) }
    }

    // MARK: Writing

    /// Writes the pairs into rows, links and orders.
    func write(to values: inout [ObjectKey: ContiguousArray<StoredValue>], _ changes: inout ChangeSet) {
        let turned = pairs.map { (owner: $0.member, member: $0.owner) }
        write(pairs, pair.first, pair.relationship, to: &values, &changes)
        if let second = pair.second, let inverse = pair.inverse, second != pair.first {
            write(turned, second, inverse, to: &values, &changes)
        }
    }

    private func write(
        _ pairs: [(owner: ObjectKey, member: ObjectKey)], _ end: RelationshipPair.End,
        _ relationship: RelationshipLayout, to values: inout [ObjectKey: ContiguousArray<StoredValue>],
        _ changes: inout ChangeSet
    ) {
        if !relationship.isToMany {
            for (owner, member) in pairs { values[owner]?[end.slot] = .reference(member) }
        } else if relationship.hasPairs, relationship.listsLinks || relationship.inverseSlot == nil {
            changes.links += links(pairs, end.slot, relationship)
        }
        guard relationship.isOrdered else { return }
        let known = orders[end] ?? [:]
        for (owner, pairs) in Dictionary(grouping: pairs, by: \.owner).sorted(by: {
            $0.key.number < $1.key.number
        }) {
            let members = pairs.map(\.member)
            let first = (known[owner] ?? []).filter(Set(members).contains)
            let placed = Set(first)
            let rest = members.filter { !placed.contains($0) }.sorted { $0.number < $1.number }
            changes.orders.append(OrderChange(owner: owner, slot: end.slot, members: first + rest))
        }
    }

    /// The pairs as a change set lists them; a pair of a reflexive relationship once.
    private func links(
        _ pairs: [(owner: ObjectKey, member: ObjectKey)], _ slot: Int, _ relationship: RelationshipLayout
    ) -> [LinkChange] {
        var seen = Set<LinkChange>()
        return pairs.compactMap { owner, member in
            let isTurned = relationship.isReflexive && member.number < owner.number
            let link = LinkChange(
                owner: isTurned ? member : owner, slot: slot, member: isTurned ? owner : member,
                isInsertion: true)
            return seen.insert(link).inserted ? link : nil
        }
    }
}
