// SPDX-License-Identifier: Apache-2.0
// The document values of properties. Part of ModelDocumentBuilder.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

extension ModelDocumentBuilder {
    package func attribute(_ attribute: NSAttributeDescription) -> AttributeDocument {
        var document = AttributeDocument(
            traits: traits(attribute), type: Int(attribute.attributeFacts.type.rawValue))
        document.valueClassName = attribute.attributeValueClassName
        attribute.describe(in: &document, self)
        return document
    }

    package func relationship(_ relationship: NSRelationshipDescription) -> RelationshipDocument {
        var document = RelationshipDocument(traits: traits(relationship))
        document.destinationEntityName = relationship.destinationEntity?.name
        document.inverseName = relationship.inverseRelationship?.name
        document.inverseEntityName =
            relationship.inverseRelationship == nil
            ? nil : relationship.destinationEntity?.name
        document.maxCount = relationship.maxCount
        document.minCount = relationship.minCount
        document.deleteRule = Int(relationship.deleteRule.rawValue)
        document.isOrdered = relationship.isOrdered
        return document
    }

    func traits(_ property: NSPropertyDescription) -> PropertyTraits {
        let facts = property.facts
        var traits = PropertyTraits(name: facts.name)
        traits.isOptional = facts.isOptional
        traits.isTransient = facts.isTransient
        traits.isReadOnly = facts.isReadOnly
        traits.isIndexed = facts.isIndexed
        traits.isIndexedBySpotlight = facts.isIndexedBySpotlight
        traits.isStoredInExternalRecord = facts.isStoredInExternalRecord
        traits.userInfo = Self.texts(property.userInfo)
        traits.renamingIdentifier = Self.renaming(facts.renamingIdentifier, name: facts.name)
        traits.versionHashModifier = facts.versionHashModifier
        traits.validations = zip(facts.validationPredicates, facts.validationWarnings).map {
            ValidationDocument(predicate: $0.node, warning: warning($1))
        }
        traits.toolAttributes = facts.toolAttributes
        return traits
    }

    private func warning(_ value: Any) -> ValidationDocument.Warning {
        if let text = value as? String { return .text(text) }
        return (value as? NSNumber).map { .code($0.intValue) } ?? .text("\(value)")
    }
}
