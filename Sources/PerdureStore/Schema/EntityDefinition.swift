// SPDX-License-Identifier: Apache-2.0
// A model as values, with names. SchemaCompiler of the model layer makes it, and Schema.swift turns the names into numbers.
// Tests of engines write these by hand.

import PerdurePredicates

/// One entity of a model, by name.
///
/// Own properties only; inherited ones come from `superentity`.
package struct EntityDefinition: Sendable, Hashable {
    package var name: String
    package var superentity: String?
    package var isAbstract: Bool
    package var properties: [PropertyDefinition]
    /// Each constraint is a list of attribute names ("composite.element" for elements).
    package var uniquenessConstraints: [[String]]
    package var indexes: [IndexDefinition]
    /// The entity's version hash, 32 bytes; empty where no caller needs it.
    package var versionHash: [UInt8]
    /// The name of the entity in the previous version of the model; nil when it is the same.
    package var formerName: String?

    package init(
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
package struct PropertyDefinition: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var isTransient: Bool
    package var kind: Kind

    package enum Kind: Sendable, Hashable {
        case attribute(AttributeDefinition)
        case relationship(RelationshipDefinition)
    }

    package init(_ name: String, isOptional: Bool = true, isTransient: Bool = false, _ kind: Kind) {
        self.name = name
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.kind = kind
    }
}

/// The storage of an attribute.
package struct AttributeDefinition: Sendable, Hashable {
    package var type: AttributeType
    package var defaultValue: ConstantValue?
    package var allowsExternalStorage: Bool
    /// The deprecated per-attribute index.
    package var isIndexed: Bool
    /// Whether a history keeps the last value of a deleted row.
    package var isPreserved = false
    package var derivation: ExpressionNode?
    /// The elements of a composite, in their declared order; may be nested.
    package var elements: [PropertyDefinition]
    /// How changes of several writers become one value; nil for an attribute that does not merge.
    package var merge: MergeRule? {
        get { mergeBox?.rule }
        set { mergeBox = newValue.map(MergeRuleBox.init) }
    }
    /// On the heap, because few attributes have a rule, and every property of a schema would have room for one.
    private var mergeBox: MergeRuleBox?

    package init(
        _ type: AttributeType, defaultValue: ConstantValue? = nil, allowsExternalStorage: Bool = false,
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

/// Raw values are those of NSAttributeType and of the files.
package enum AttributeType: Int, Sendable, Hashable, CaseIterable {
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
package struct RelationshipDefinition: Sendable, Hashable {
    package var destination: String
    /// The relationship's name on the destination; nil when there is no inverse.
    package var inverse: String?
    package var isToMany: Bool
    package var isOrdered: Bool
    package var isIndexed: Bool

    package init(
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
package struct IndexDefinition: Sendable, Hashable {
    package var name: String
    package var elements: [Element]
    package var partialPredicate: PredicateNode?

    package struct Element: Sendable, Hashable {
        /// The property's name; nil when the element is an expression.
        package var property: String?
        package var expression: ExpressionNode?
        package var isRTree: Bool
        package var isAscending: Bool

        package init(
            property: String?, expression: ExpressionNode? = nil, isRTree: Bool = false,
            isAscending: Bool = true
        ) {
            self.property = property
            self.expression = expression
            self.isRTree = isRTree
            self.isAscending = isAscending
        }
    }

    package init(_ name: String, elements: [Element], partialPredicate: PredicateNode? = nil) {
        self.name = name
        self.elements = elements
        self.partialPredicate = partialPredicate
    }
}
