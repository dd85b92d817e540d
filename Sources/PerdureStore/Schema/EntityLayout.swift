// SPDX-License-Identifier: Apache-2.0
// The compiled form of an entity: numbers instead of names. Made by Schema.swift, read by every
// object, plan and engine.

import PerdurePredicates

/// One entity, compiled.
package struct EntityLayout: Sendable {
    /// Counts up from 1 in the order of the files: roots by name ignoring case, each followed depth first by its
    /// subentities.
    package let number: Int32
    package let root: Int32
    package let superentity: Int32?
    /// The highest number in the subtree: the entity and its descendants are `number...lastDescendant`.
    package let lastDescendant: Int32
    package let name: String
    package let isAbstract: Bool
    /// Every slot, inherited ones first, so that a property keeps its slot in all subentities.
    package let properties: [PropertyLayout]
    /// How many of `properties` are inherited.
    package let inheritedCount: Int
    package let slots: [String: Int]
    /// Own constraints only; those of the super entities hold too.
    package let uniquenessConstraints: [[String]]
    package let indexes: [IndexDefinition]
    package let versionHash: [UInt8]
    /// The entity's name in files of the previous model version; nil when it is the same.
    package let formerName: String?

    package var hasSubentities: Bool { lastDescendant > number }

    package func contains(entity: Int32) -> Bool { entity >= number && entity <= lastDescendant }

    package func property(named name: String) -> PropertyLayout? { slots[name].map { properties[$0] } }
}

/// One slot of an entity.
package struct PropertyLayout: Sendable {
    package let slot: Int
    package let name: String
    /// The number of the entity that declares the property.
    package let declaringEntity: Int32
    package let isOptional: Bool
    package let isTransient: Bool
    package let kind: Kind

    package enum Kind: Sendable {
        case attribute(AttributeDefinition)
        case relationship(RelationshipLayout)
    }

    // Neither this nor `relationship` is inlined. Where several such tests of one property meet, the optimizer of Swift 6.3
    // ends the property's life too early when testing is enabled, and stops with an error of its own.
    @inline(never) package var attribute: AttributeDefinition? {
        if case .attribute(let attribute) = kind { return attribute }
        return nil
    }

    /// Whether stores compute the value.
    package var isComputed: Bool { attribute?.derivation != nil }

    /// How the attribute merges; nil for all others.
    package var merge: MergeRule? { attribute?.merge }

    @inline(never) package var relationship: RelationshipLayout? {
        if case .relationship(let relationship) = kind { return relationship }
        return nil
    }

    /// Whether a row has a value of its own for this slot: a persistent attribute or to-one relationship.
    package var isStoredInRow: Bool {
        guard !isTransient else { return false }
        return relationship.map { !$0.isToMany } ?? true
    }
}

/// The compiled ends of a relationship.
package struct RelationshipLayout: Sendable {
    package let destination: Int32
    /// The slot of the inverse in the destination's layout.
    package let inverseSlot: Int?
    package let isToMany: Bool
    package let isOrdered: Bool
    /// Whether the inverse is a to-many too.
    package let isManyToMany: Bool
    /// A relationship that is its own inverse.
    package let isReflexive: Bool
    /// Whether link changes are listed under this end of a many-to-many relationship.
    package let listsLinks: Bool

    /// Whether pairs are stored outside of both rows, in a join table.
    package var hasPairs: Bool { isToMany && (isManyToMany || inverseSlot == nil) }
}
