// SPDX-License-Identifier: Apache-2.0
// The way from an object to what its derived attribute is computed from, which can be walked in both directions
// through the tables. Used by DerivedPlan.swift, DerivedTouches.swift and InMemoryTables+Deriving.swift.

import PerdurePredicates

/// One derivation, ready to be computed.
struct DerivedPath: Sendable {
    let derivation: Derivation
    let steps: [DerivedStep]
    /// The entity that has the attribute.
    let layout: EntityLayout
    /// What the attribute holds.
    let type: AttributeType

    init(_ derivation: Derivation, in schema: Schema) {
        self.derivation = derivation
        steps = derivation.steps.compactMap { DerivedStep($0, in: schema) }
        layout = schema[derivation.entity]
        type = layout.properties[derivation.slot].attribute?.type ?? .undefined
    }

    /// The entity of the objects that stand at a place of the path: 0 is that of the attribute.
    func entity(at position: Int) -> Int32 {
        position == 0 ? derivation.entity : derivation.steps[position - 1].destination
    }

    /// The slot whose value the path reads from the objects at a place; nil where it only asks for members.
    func slot(at position: Int) -> Int? {
        guard position < steps.count else { return derivation.source?.slot }
        return steps[position].isToMany ? nil : steps[position].slot
    }

    /// Whether the result depends on the order in which values are taken.
    var needsOrder: Bool { derivation.source?.type == .double || derivation.source?.type == .float }
}

/// A relationship on the way.
struct DerivedStep: Sendable {
    let slot: Int
    let isToMany: Bool
    /// The root entity of the destination.
    let root: Int32
    /// Where the pairs are kept, and whether the owners stand first in them.
    let side: RelationshipSide
    let isForward: Bool
    /// Whether the pairs count in both directions.
    let isMutual: Bool
    /// The slot of the members that makes them members; nil when no slot of theirs does.
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

    /// Whether pairs of this relationship come and go as link changes.
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
