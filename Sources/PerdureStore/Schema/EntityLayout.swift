// SPDX-License-Identifier: Apache-2.0
// The compiled form of an entity: numbers instead of names. Made by Schema.swift, read by every
// object, plan and engine.

/// One entity, compiled.
public struct EntityLayout: Sendable {
    /// Counts up from 1 in the order of the files: roots by name ignoring case, each followed depth first by its
    /// subentities.
    public let number: Int32
    /// The number of the root entity of the hierarchy.
    public let root: Int32
    /// The number of the parent; nil for a root.
    public let superentity: Int32?
    /// The highest number in the subtree: the entity and its descendants are `number...lastDescendant`.
    public let lastDescendant: Int32
    /// The entity's name.
    public let name: String
    /// Whether the entity has no objects of its own.
    public let isAbstract: Bool
    /// Every slot, inherited ones first, so that a property keeps its slot in all subentities.
    public let properties: [PropertyLayout]
    /// How many of `properties` are inherited.
    public let inheritedCount: Int
    /// The slot of each property, by name.
    public let slots: [String: Int]
    /// Own constraints only; those of the super entities hold too.
    public let uniquenessConstraints: [[String]]
    /// The fetch indexes.
    public let indexes: [IndexDefinition]
    /// The entity's version hash; empty where nobody needs it.
    public let versionHash: [UInt8]
    /// The entity's name in files of the previous model version; nil when it is the same.
    public let formerName: String?

    /// Whether other entities inherit from this one.
    public var hasSubentities: Bool { lastDescendant > number }

    /// Whether an entity is this one or inherits from it.
    public func contains(entity: Int32) -> Bool { entity >= number && entity <= lastDescendant }

    /// The property of a name; nil when there is none.
    public func property(named name: String) -> PropertyLayout? { slots[name].map { properties[$0] } }
}

/// One slot of an entity.
public struct PropertyLayout: Sendable {
    /// The index in the entity's `properties` and in its rows.
    public let slot: Int
    /// The property's name.
    public let name: String
    /// The number of the entity that declares the property.
    public let declaringEntity: Int32
    /// Whether the value may be nil; engines do not check it.
    public let isOptional: Bool
    /// Whether the value is never stored.
    public let isTransient: Bool
    /// The attribute or the relationship.
    public let kind: Kind
    /// The property's name in the previous version of the model; nil when it is the same.
    public let formerName: String?

    /// An attribute or a relationship.
    public enum Kind: Sendable {
        // On the heap, because layouts are copied much more often than an attribute's definition is read.
        indirect case attribute(AttributeDefinition)
        case relationship(RelationshipLayout)
    }

    // Neither this nor `relationship` is inlined. Where several such tests of one property meet, the optimizer of Swift 6.3
    // ends the property's life too early when testing is enabled, and stops with an error of its own.
    /// The attribute; nil for a relationship.
    @inline(never) public var attribute: AttributeDefinition? {
        if case .attribute(let attribute) = kind { return attribute }
        return nil
    }

    /// Whether stores compute the value.
    public var isComputed: Bool { attribute?.isComputed ?? false }

    /// How the attribute merges; nil for all others.
    public var merge: MergeRule? { attribute?.merge }

    /// The relationship; nil for an attribute.
    @inline(never) public var relationship: RelationshipLayout? {
        if case .relationship(let relationship) = kind { return relationship }
        return nil
    }

    /// Whether a row has a value of its own for this slot: a persistent attribute or to-one relationship.
    public var isStoredInRow: Bool {
        guard !isTransient else { return false }
        return relationship.map { !$0.isToMany } ?? true
    }
}

/// The compiled ends of a relationship.
public struct RelationshipLayout: Sendable {
    /// The number of the entity that the relationship leads to.
    public let destination: Int32
    /// The slot of the inverse in the destination's layout.
    public let inverseSlot: Int?
    /// Whether the relationship has many members.
    public let isToMany: Bool
    /// Whether the members have an order.
    public let isOrdered: Bool
    /// Whether the inverse is a to-many too.
    public let isManyToMany: Bool
    /// Whether the inverse is a to-one: no two objects share a member.
    package let isExclusive: Bool
    /// A relationship that is its own inverse.
    public let isReflexive: Bool
    /// Whether link changes are listed under this end of a many-to-many relationship.
    public let listsLinks: Bool

    /// Whether pairs are stored outside of both rows, in a join table.
    public var hasPairs: Bool { isToMany && (isManyToMany || inverseSlot == nil) }
}
