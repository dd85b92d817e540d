// SPDX-License-Identifier: Apache-2.0
// The path from an object to the values that its derived attribute is computed from. It can be followed through the tables in
// both directions. Used by DerivationDependencies.swift, AffectedDerivations.swift and InMemoryTables+Deriving.swift.

/// One derivation, ready to be computed.
struct DerivedPath: Sendable {
    let derivation: Derivation
    let steps: [DerivedStep]
    /// The entity that has the attribute.
    let layout: EntityLayout
    /// What the attribute holds.
    let type: StoredAttributeType

    init(_ derivation: Derivation, in schema: Schema) {
        self.derivation = derivation
        steps = derivation.steps.compactMap { DerivedStep($0, in: schema) }
        layout = schema[derivation.entity]
        type = layout.properties[derivation.slot].attribute?.type ?? .undefined
    }

    /// The entity of the objects at a place of the path; the place 0 is the attribute's entity.
    func entity(at position: Int) -> Int32 {
        position == 0 ? derivation.entity : derivation.steps[position - 1].destination
    }

    /// The slot that the path reads from the objects at a place; nil where the path needs only the members.
    func slot(at position: Int) -> Int? {
        guard position < steps.count else { return derivation.source?.slot }
        return steps[position].isToMany ? nil : steps[position].slot
    }

    /// Whether the result depends on the order of the values, as a sum of fractions does.
    var needsOrder: Bool { derivation.source?.type == .double || derivation.source?.type == .float }
}

/// A relationship on the path.
struct DerivedStep: Sendable {
    let slot: Int
    let isToMany: Bool
    /// The root entity of the destination.
    let root: Int32
    /// Where the pairs are kept, and whether the owners stand first in them.
    let side: RelationshipSide
    let isForward: Bool
    /// Whether each pair counts in both directions.
    let isMutual: Bool
    /// The slot of the to-one inverse in the members' rows; nil when the relationship has pairs or is to-one itself.
    let memberSlot: Int?

    init?(_ step: Derivation.Step, in schema: Schema) {
        let property = schema[step.owner].properties[step.slot]
        guard let relationship = property.relationship,
            let link = RelationshipSide.holding(property, in: schema)
        else { return nil }
        slot = step.slot
        isToMany = relationship.isToMany
        root = schema[relationship.destination].root
        side = link.side
        isForward = link.isForward
        isMutual = relationship.isToMany && relationship.isReflexive
        memberSlot = relationship.isToMany && !relationship.isManyToMany ? relationship.inverseSlot : nil
    }

    /// Whether the pairs of this relationship change by link changes.
    var isLinked: Bool { isToMany && memberSlot == nil }

    func members(of owner: Int64, in tables: InMemoryTables) -> Set<Int64> {
        numbers(of: owner, forward: isForward, in: tables)
    }

    func owners(of member: Int64, in tables: InMemoryTables) -> Set<Int64> {
        numbers(of: member, forward: !isForward, in: tables)
    }

    private func numbers(of number: Int64, forward: Bool, in tables: InMemoryTables) -> Set<Int64> {
        guard let index = tables.links[side] else { return [] }
        let found = index.numbers(from: number, forward: forward)
        return isMutual ? found.union(index.numbers(from: number, forward: !forward)) : found
    }
}
