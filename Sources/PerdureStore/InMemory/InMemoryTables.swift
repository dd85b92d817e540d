// SPDX-License-Identifier: Apache-2.0
// The data of an in-memory store, as a value: a copy of it is a read view of the store. Changed by
// InMemoryTables+Writing.swift and InMemoryTables+Deriving.swift, checked before by InMemoryTables+Checking.swift.

/// Rows, links, orders and counters.
struct InMemoryTables: Sendable {
    let schema: Schema
    let entities: Set<Int32>?
    /// By root entity, then by key number.
    var rows: [Int32: [Int64: Row]] = [:]
    /// The pairs of every relationship, those that to-one slots hold included.
    var links: [RelationshipSide: LinkIndex] = [:]
    var orders: [OwnedSlot: [ObjectKey]] = [:]
    var uniqueIndexes: [UniqueConstraint: [UniqueValues: Int64]] = [:]
    var lastNumbers: [Int32: Int64] = [:]
    /// The constraints that hold for each entity, inherited ones included.
    let constraints: [[UniqueConstraint]]
    /// What the store computes itself; nil when the schema derives nothing.
    let derived: DerivationDependencies?
    /// The greatest magnitude that a number in a derived sum ever had.
    var largestSummand: UInt64 = 0

    init(schema: Schema, entities: Set<Int32>?) {
        self.schema = schema
        self.entities = entities
        constraints = schema.entities.map { UniqueConstraint.all(for: $0, in: schema) }
        derived = DerivationDependencies(schema, entities)
    }

    func row(for key: ObjectKey) -> Row? { rows[key.root]?[key.number] }

    /// The rows of an entity in the order of their keys.
    func rows(of entity: Int32, includingSubentities: Bool) -> [Row] {
        let layout = schema[entity]
        let table = rows[layout.root] ?? [:]
        let wanted =
            includesWholeHierarchy(layout, includingSubentities)
            ? Array(table.values)
            : table.values.filter {
                includingSubentities ? layout.contains(entity: $0.key.entity) : $0.key.entity == entity
            }
        return wanted.sorted { $0.key.number < $1.key.number }
    }

    private func includesWholeHierarchy(_ layout: EntityLayout, _ includingSubentities: Bool) -> Bool {
        layout.number == layout.root && (includingSubentities || !layout.hasSubentities)
    }

    mutating func reserveKeys(_ count: Int, root: Int32) -> ReservedKeys {
        let last = lastNumbers[root] ?? 0
        lastNumbers[root] = last + Int64(count)
        return ReservedKeys(from: last + 1, count: count)
    }

    /// The members of a to-many relationship: in their order where they have one, then by key.
    func members(of slot: Int, for owner: ObjectKey) -> [ObjectKey] {
        let property = schema[owner.entity].properties[slot]
        guard let relationship = property.relationship else { return [] }
        let root = schema[relationship.destination].root
        let members = linkedNumbers(property, relationship, owner: owner.number)
            .sorted().compactMap { rows[root]?[$0]?.key }
        guard let order = orders[OwnedSlot(owner: owner, slot: slot)] else { return members }
        let positions = Dictionary(
            order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let placed = members.filter { positions[$0] != nil }.sorted { positions[$0]! < positions[$1]! }
        return placed + members.filter { positions[$0] == nil }
    }

    private func linkedNumbers(
        _ property: PropertyLayout, _ relationship: RelationshipLayout, owner: Int64
    ) -> Set<Int64> {
        guard let link = RelationshipSide.holding(property, in: schema), let index = links[link.side] else {
            return []
        }
        let found = index.numbers(from: owner, forward: link.isForward)
        guard relationship.isReflexive else { return found }
        return found.union(index.numbers(from: owner, forward: !link.isForward))
    }
}

/// Where a pair of objects is kept: one end of a relationship, named by the entity that declares it.
struct RelationshipSide: Sendable, Hashable {
    let entity: Int32
    let slot: Int

    init(_ property: PropertyLayout) {
        entity = property.declaringEntity
        slot = property.slot
    }

    /// The end that holds the pairs of a relationship, and whether it is the relationship itself.
    static func holding(
        _ property: PropertyLayout, in schema: Schema
    ) -> (side: RelationshipSide, isForward: Bool)? {
        guard let relationship = property.relationship else { return nil }
        let holdsItself = relationship.isManyToMany && relationship.listsLinks
        guard relationship.isToMany, !holdsItself, let inverseSlot = relationship.inverseSlot
        else { return (RelationshipSide(property), true) }
        return (RelationshipSide(schema[relationship.destination].properties[inverseSlot]), false)
    }
}

/// A to-many relationship of one object.
struct OwnedSlot: Sendable, Hashable {
    let owner: ObjectKey
    let slot: Int
}

/// The pairs of one relationship, findable from both ends.
struct LinkIndex: Sendable {
    private var forward: [Int64: Set<Int64>] = [:]
    private var backward: [Int64: Set<Int64>] = [:]

    func numbers(from owner: Int64, forward isForward: Bool) -> Set<Int64> {
        (isForward ? forward[owner] : backward[owner]) ?? []
    }

    mutating func insert(_ owner: Int64, _ member: Int64) {
        forward[owner, default: []].insert(member)
        backward[member, default: []].insert(owner)
    }

    mutating func remove(_ owner: Int64, _ member: Int64) {
        forward[owner]?.remove(member)
        backward[member]?.remove(owner)
    }

    mutating func removeAll(from owner: Int64) {
        for member in forward.removeValue(forKey: owner) ?? [] { backward[member]?.remove(owner) }
    }

    mutating func removeAll(to member: Int64) {
        for owner in backward.removeValue(forKey: member) ?? [] { forward[owner]?.remove(member) }
    }
}
