// SPDX-License-Identifier: Apache-2.0
// Makes property descriptions from documents. Part of ModelBuilder.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

extension ModelBuilder {
    func attribute(_ document: AttributeDocument) -> NSAttributeDescription {
        let attribute = AttributeDescriptionKinds.empty(for: document)
        attribute.facts = facts(document.traits)
        attribute.read(document, self)
        return attribute
    }

    func relationship(_ document: RelationshipDocument) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.facts = facts(document.traits)
        relationship.relationshipFacts = RelationshipFacts(
            maxCount: document.maxCount, minCount: document.minCount,
            deleteRule: NSDeleteRule(rawValue: UInt(clamping: document.deleteRule)) ?? .nullifyDeleteRule,
            isOrdered: document.isOrdered)
        return relationship
    }

    func fetchedProperty(_ document: FetchedPropertyDocument) -> NSFetchedPropertyDescription {
        let property = NSFetchedPropertyDescription()
        property.facts = facts(document.traits)
        property.userInfo = property.facts.userInfo
        return property
    }

    private func facts(_ traits: PropertyTraits) -> PropertyFacts {
        PropertyFacts(
            name: traits.name, isOptional: traits.isOptional, isTransient: traits.isTransient,
            isReadOnly: traits.isReadOnly, isIndexed: traits.isIndexed,
            isIndexedBySpotlight: traits.isIndexedBySpotlight,
            isStoredInExternalRecord: traits.isStoredInExternalRecord,
            userInfo: traits.userInfo.isEmpty ? nil : traits.userInfo,
            versionHashModifier: traits.versionHashModifier, renamingIdentifier: traits.renamingIdentifier,
            validationPredicates: traits.validations.map { NSPredicate.predicate(of: $0.predicate) },
            validationWarnings: traits.validations.map { $0.warning.anyValue },
            toolAttributes: traits.toolAttributes)
    }
}

extension ValidationDocument.Warning {
    /// The warning as NSPropertyDescription gives it: a text or a number.
    fileprivate var anyValue: Any {
        switch self {
        case .text(let text): text
        case .code(let code): NSNumber(value: code)
        }
    }
}
