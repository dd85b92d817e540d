// SPDX-License-Identifier: Apache-2.0
// A model as values, with names. SchemaCompiler of the model layer makes it, and Schema.swift turns the names into numbers.
// Tests of engines write these by hand.

import PerdurePredicates

/// One entity of a model, by name.
///
/// Own properties only; inherited ones come from `superentity`. Models are compiled from their descriptions; tests of engines
/// write definitions by hand.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct EntityDefinition: Sendable, Hashable {
    /// The entity's name.
    public var name: String
    /// The name of the parent; nil for a root.
    public var superentity: String?
    /// Whether the entity has no objects of its own.
    public var isAbstract: Bool
    /// The entity's own properties, in any order.
    public var properties: [PropertyDefinition]
    /// Each constraint is a list of attribute names ("composite.element" for elements).
    public var uniquenessConstraints: [[String]]
    /// The fetch indexes.
    public var indexes: [IndexDefinition]
    /// The entity's version hash, 32 bytes; empty where no caller needs it.
    public var versionHash: [UInt8]
    /// The name of the entity in the previous version of the model; nil when it is the same.
    public var formerName: String?

    /// Describes an entity.
    public init(
        _ name: String, superentity: String? = nil, isAbstract: Bool = false,
        properties: [PropertyDefinition] = [],
        uniquenessConstraints: [[String]] = [], indexes: [IndexDefinition] = [], versionHash: [UInt8] = []
    ) {
        self.name = name
        self.superentity = superentity
        self.isAbstract = isAbstract
        self.properties = properties
        self.uniquenessConstraints = uniquenessConstraints
        self.indexes = indexes
        self.versionHash = versionHash
    }
}

/// One property that objects hold in a slot: an attribute or a relationship.
public struct PropertyDefinition: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// Whether the value may be nil.
    public var isOptional: Bool
    /// Whether the value is never stored.
    public var isTransient: Bool
    /// The attribute or the relationship.
    public var kind: Kind
    /// The name of the property in the previous version of the model; nil when it is the same.
    public var formerName: String?

    /// An attribute or a relationship.
    public enum Kind: Sendable, Hashable {
        case attribute(AttributeDefinition)
        case relationship(RelationshipDefinition)
    }

    /// Describes a property.
    public init(_ name: String, isOptional: Bool = true, isTransient: Bool = false, _ kind: Kind) {
        self.name = name
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.kind = kind
    }
}

/// The storage of an attribute.
public struct AttributeDefinition: Sendable, Hashable {
    /// The type of the value.
    public var type: StoredAttributeType
    /// The value of new objects.
    public var defaultValue: ConstantValue?
    /// Whether a store may keep large values outside of its rows.
    public var allowsExternalStorage: Bool
    /// The deprecated per-attribute index.
    public var isIndexed: Bool
    /// Whether a history keeps the last value of a deleted row.
    public var isPreserved = false
    /// The expression that the store computes; nil for a value that is set.
    public var derivation: ExpressionNode?
    /// The elements of a composite, in their declared order; may be nested.
    public var elements: [PropertyDefinition]
    /// How changes of several writers become one value; nil for an attribute that does not merge.
    public var merge: MergeRule? {
        get { mergeBox?.rule }
        set { mergeBox = newValue.map(MergeRuleBox.init) }
    }
    /// On the heap, because few attributes have a rule, and every property of a schema would have room for one.
    private var mergeBox: MergeRuleBox?

    /// Describes an attribute.
    public init(
        _ type: StoredAttributeType, defaultValue: ConstantValue? = nil, allowsExternalStorage: Bool = false,
        isIndexed: Bool = false, derivation: ExpressionNode? = nil, elements: [PropertyDefinition] = [],
        merge: MergeRule? = nil
    ) {
        self.type = type
        self.defaultValue = defaultValue
        self.allowsExternalStorage = allowsExternalStorage
        self.isIndexed = isIndexed
        self.derivation = derivation
        self.elements = elements
        mergeBox = merge.map(MergeRuleBox.init)
    }
}

/// The type of an attribute; raw values are those of NSAttributeType and of the files.
public enum StoredAttributeType: Int, Sendable, Hashable, CaseIterable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binary = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800
    case objectID = 2000
    case composite = 2100
}

/// The ends of a relationship, by name.
public struct RelationshipDefinition: Sendable, Hashable {
    /// The name of the entity that the relationship leads to.
    public var destination: String
    /// The relationship's name on the destination; nil when there is no inverse.
    public var inverse: String?
    /// Whether the relationship has many members.
    public var isToMany: Bool
    /// Whether the members have an order.
    public var isOrdered: Bool
    /// The deprecated index of a relationship.
    public var isIndexed: Bool

    /// Describes a relationship.
    public init(
        to destination: String, inverse: String? = nil, isToMany: Bool = false, isOrdered: Bool = false,
        isIndexed: Bool = false
    ) {
        self.destination = destination
        self.inverse = inverse
        self.isToMany = isToMany
        self.isOrdered = isOrdered
        self.isIndexed = isIndexed
    }
}

/// A fetch index.
public struct IndexDefinition: Sendable, Hashable {
    /// The index's name.
    public var name: String
    /// What the index is made of, in its order.
    public var elements: [Element]
    /// Which rows are in the index; nil for all.
    public var partialPredicate: PredicateNode?

    /// One part of an index.
    public struct Element: Sendable, Hashable {
        /// The property's name; nil when the element is an expression.
        public var property: String?
        /// The expression; nil when the element is a property.
        public var expression: ExpressionNode?
        /// Whether the element stands in an R-tree.
        public var isRTree: Bool
        /// Whether small values come first.
        public var isAscending: Bool

        /// Describes a part of an index.
        public init(
            property: String?, expression: ExpressionNode? = nil, isRTree: Bool = false,
            isAscending: Bool = true
        ) {
            self.property = property
            self.expression = expression
            self.isRTree = isRTree
            self.isAscending = isAscending
        }
    }

    /// Describes an index.
    public init(_ name: String, elements: [Element], partialPredicate: PredicateNode? = nil) {
        self.name = name
        self.elements = elements
        self.partialPredicate = partialPredicate
    }
}
