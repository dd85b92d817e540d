// SPDX-License-Identifier: Apache-2.0
// Short words for schemas, for tests below the object layer.

import PerdurePredicates
import PerdureStore

/// An attribute.
package func attribute(
    _ name: String, _ type: StoredAttributeType = .string, from formerName: String? = nil,
    optional: Bool = true, default value: ConstantValue? = nil,
    _ change: (inout AttributeDefinition) -> Void = { _ in }
) -> PropertyDefinition {
    var definition = AttributeDefinition(type, defaultValue: value)
    change(&definition)
    var property = PropertyDefinition(name, isOptional: optional, .attribute(definition))
    property.formerName = formerName
    return property
}

/// A to-one relationship; `many` and `ordered` make another one of it.
package func relationship(
    _ name: String, to destination: String, inverse: String? = nil, from formerName: String? = nil,
    optional: Bool = true, many: Bool = false, ordered: Bool = false
) -> PropertyDefinition {
    var property = PropertyDefinition(
        name, isOptional: optional,
        .relationship(
            RelationshipDefinition(to: destination, inverse: inverse, isToMany: many, isOrdered: ordered)))
    property.formerName = formerName
    return property
}

/// An entity.
package func entity(
    _ name: String, below parent: String? = nil, from formerName: String? = nil, abstract: Bool = false,
    constraints: [[String]] = [], _ properties: PropertyDefinition...
) -> EntityDefinition {
    var entity = EntityDefinition(
        name, superentity: parent, isAbstract: abstract, properties: properties,
        uniquenessConstraints: constraints)
    entity.formerName = formerName
    return entity
}
