// SPDX-License-Identifier: Apache-2.0
// The definition of one property. Part of SchemaCompiler.swift.

import Foundation
import PerdureStore

extension SchemaCompiler {
    /// The definition of a property; nil for one without a slot, such as a fetched property.
    func definition(
        of property: NSPropertyDescription, in entity: NSEntityDescription
    ) throws -> PropertyDefinition? {
        let kind: PropertyDefinition.Kind
        switch property {
        case let attribute as NSAttributeDescription:
            kind = .attribute(try attributeDefinition(attribute, in: entity))
        case let relationship as NSRelationshipDescription:
            kind = .relationship(relationshipDefinition(relationship))
        default: return nil
        }
        var definition = PropertyDefinition(
            property.name, isOptional: property.isOptional, isTransient: property.isTransient, kind)
        definition.formerName =
            property.renamingIdentifier == property.name ? nil : property.renamingIdentifier
        return definition
    }

    private func attributeDefinition(
        _ attribute: NSAttributeDescription, in entity: NSEntityDescription
    ) throws -> AttributeDefinition {
        var definition = AttributeDefinition(
            attribute.attributeType.storeType,
            defaultValue: try AttributeConstant(attribute).defaultConstant(in: entity),
            isIndexed: attribute.facts.isIndexed,
            merge: try MergeRuleReading(attribute, entity: entity.name).rule())
        if definition.type == .transformable {
            definition.defaultValue = ArchivedDefault(attribute).constant
        }
        try attribute.define(&definition, in: entity, self)
        definition.isPreserved = attribute.preservesValueInHistoryOnDeletion
        return definition
    }

    private func relationshipDefinition(_ relationship: NSRelationshipDescription) -> RelationshipDefinition {
        // An inverse that is not mutual comes from a model file. It decides only where a to-many relationship is stored.
        let inverse = relationship.inverseRelationship.flatMap {
            $0.inverseRelationship === relationship || relationship.isToMany ? $0.name : nil
        }
        return RelationshipDefinition(
            // ModelCheck has refused relationships without a destination, and destinations without a name.
            to: relationship.destinationEntity?.name ?? "", inverse: inverse,
            isToMany: relationship.isToMany, isOrdered: relationship.isToMany && relationship.isOrdered,
            isIndexed: relationship.facts.isIndexed)
    }
}
