// SPDX-License-Identifier: Apache-2.0
// Attributes, relationships and fetched properties as elements of a model source. Part of
// XMLModelWriter.swift.

import PerdurePredicates

extension XMLModelWriter {
    mutating func element(_ attribute: AttributeDocument) -> SourceElement {
        var element = Self.element("attribute", attribute.traits)
        if attribute.type != AttributeType.undefined {
            element.set("attributeType", AttributeType.name(of: attribute.type))
        }
        Self.setDefault(attribute.defaultValue, of: &element)
        element.add(ValidationLimits.fields(of: attribute.traits.validations, type: attribute.type).fields)
        if attribute.valueClassName != AttributeType.valueClassName(of: attribute.type) {
            element.set("customClassName", attribute.valueClassName)
        }
        element.set("allowsCloudEncryption", attribute.allowsCloudEncryption)
        element.set("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion)
        for kind in AttributeKinds.all { kind.set(attribute, on: &element, &self) }
        element.add(attribute.traits.toolAttributes)
        return element
    }

    private static func setDefault(_ value: ConstantValue?, of element: inout SourceElement) {
        if case .date(let date)? = value {
            element.set("defaultDateTimeInterval", DefaultValueText.interval(date))
        } else {
            element.set("defaultValueString", value.flatMap(DefaultValueText.text))
        }
    }

    static func element(_ relationship: RelationshipDocument) -> SourceElement {
        var element = Self.element("relationship", relationship.traits)
        element.set("readOnly", relationship.traits.isReadOnly)
        element.set("toMany", relationship.maxCount != 1)
        if relationship.minCount != 0 { element.set("minCount", String(relationship.minCount)) }
        if relationship.maxCount != 0 { element.set("maxCount", String(relationship.maxCount)) }
        element.set("deletionRule", DeleteRule.name(relationship.deleteRule))
        element.set("ordered", relationship.isOrdered)
        element.set("destinationEntity", relationship.destinationEntityName)
        element.set("inverseName", relationship.inverseName)
        element.set("inverseEntity", relationship.inverseEntityName)
        element.add(relationship.traits.toolAttributes)
        return element
    }

    func element(_ property: FetchedPropertyDocument) -> SourceElement {
        var traits = property.traits
        // Every fetched property is transient; sources do not write that flag.
        traits.isTransient = false
        var element = Self.element("fetchedProperty", traits)
        element.add(traits.toolAttributes)
        if let request = property.fetchRequest {
            // Xcode puts the request before the userInfo child.
            element.children.insert(self.element(request, name: "fetchedPropertyFetchRequest"), at: 0)
        }
        return element
    }

    /// The element with the fields that all kinds of property have.
    private static func element(_ name: String, _ traits: PropertyTraits) -> SourceElement {
        var element = SourceElement(name, ["name": traits.name])
        element.set("optional", traits.isOptional)
        element.set("transient", traits.isTransient)
        element.set("indexed", traits.isIndexed)
        element.set("spotlightIndexingEnabled", traits.isIndexedBySpotlight)
        element.set("storedInTruthFile", traits.isStoredInExternalRecord)
        element.set("elementID", traits.renamingIdentifier)
        element.set("versionHashModifier", traits.versionHashModifier)
        element.add(userInfo(traits.userInfo))
        return element
    }
}
