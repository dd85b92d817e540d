// SPDX-License-Identifier: Apache-2.0
// Property descriptions of documents. Part of ModelBuilder.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

extension ModelBuilder {
    func attribute(_ document: AttributeDocument) -> NSAttributeDescription {
        let attribute = emptyAttribute(for: document)
        attribute.facts = facts(document.traits)
        let type = NSAttributeType(rawValue: UInt(clamping: document.type)) ?? .undefinedAttributeType
        attribute.attributeFacts = AttributeFacts(
            type: type, valueClassName: document.valueClassName,
            defaultValue: document.defaultValue.flatMap { AttributeConstant.value(of: $0, type: type) },
            valueTransformerName: document.valueTransformerName,
            allowsExternalBinaryDataStorage: document.allowsExternalBinaryDataStorage,
            preservesValueInHistoryOnDeletion: document.preservesValueInHistoryOnDeletion,
            allowsCloudEncryption: document.allowsCloudEncryption, compositeName: document.compositeName)
        return attribute
    }

    private func emptyAttribute(for document: AttributeDocument) -> NSAttributeDescription {
        if let derivation = document.derivation {
            let derived = NSDerivedAttributeDescription()
            derived.derivationFacts.expression = NSExpression(node: derivation)
            derived.derivationFacts.filteringPredicate = document.filteringPredicate.map(
                NSPredicate.predicate)
            return derived
        }
        guard document.type == Int(NSAttributeType.compositeAttributeType.rawValue) else {
            let merges = document.traits.userInfo[MergeKey.kind] != nil
            return merges ? MergeableAttributeDescription() : NSAttributeDescription()
        }
        let composite = NSCompositeAttributeDescription()
        composite.elements = document.elements.map(attribute)
        return composite
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
