// SPDX-License-Identifier: Apache-2.0
// Attributes, relationships and fetched properties of model sources. Part of XMLModelReader.swift.

import Foundation
import PerdurePredicates
import PerdurePropertyList

extension XMLModelReader {
    mutating func attribute(
        _ element: XMLTree, entity: String, inside outer: [String] = []
    ) throws -> AttributeDocument {
        var fields = SourceFields(element)
        let typeName = fields.text("attributeType")
        let type = typeName.flatMap(AttributeType.number) ?? AttributeType.undefined
        var attribute = AttributeDocument(
            traits: try traits(element, &fields, entity: entity), type: type)
        if let typeName, AttributeType.number(of: typeName) == nil {
            throw ModelFormatError(
                .unsupported,
                "line \(element.line): the attribute type '\(typeName)' is not known; choose one of "
                    + AttributeType.sourceNames.joined(separator: ", "),
                path: path, entity: entity, property: attribute.traits.name)
        }
        attribute.defaultValue = Self.extractDefault(&fields, type: type)
        attribute.traits.validations = ValidationLimits.extract(from: &fields, type: type)
        Self.extractStorage(&fields, into: &attribute)
        let place = Place(entity: entity, property: attribute.traits.name, line: element.line)
        for kind in AttributeKinds.all {
            try kind.extract(
                from: &fields, into: &attribute, AttributeContext(place: place, outer: outer), &self)
        }
        attribute.traits.toolAttributes = fields.rest
        return attribute
    }

    private func traits(
        _ element: XMLTree, _ fields: inout SourceFields, entity: String
    ) throws -> PropertyTraits {
        var traits = PropertyTraits(name: try name(of: element, entity: entity))
        _ = fields.text("name")
        traits.isOptional = fields.flag("optional")
        traits.isTransient = fields.flag("transient")
        traits.isReadOnly = fields.flag("readOnly")
        traits.isIndexed = fields.flag("indexed")
        traits.isIndexedBySpotlight = fields.flag("spotlightIndexingEnabled")
        traits.isStoredInExternalRecord = fields.flag("storedInTruthFile")
        traits.renamingIdentifier = fields.text("elementID").flatMap { $0 == traits.name ? nil : $0 }
        traits.versionHashModifier = fields.text("versionHashModifier").flatMap { $0.isEmpty ? nil : $0 }
        traits.userInfo = userInfo(element)
        return traits
    }

    private static func extractDefault(_ fields: inout SourceFields, type: Int) -> ConstantValue? {
        if type == AttributeType.date {
            return fields.extract("defaultDateTimeInterval") { DefaultValueText.date($0).map { .date($0) } }
        }
        return fields.extract("defaultValueString") { DefaultValueText.constant($0, type: type) }
    }

    private static func extractStorage(_ fields: inout SourceFields, into attribute: inout AttributeDocument)
    {
        attribute.valueClassName = fields.text("customClassName").flatMap { $0.isEmpty ? nil : $0 }
        attribute.allowsCloudEncryption = fields.flag("allowsCloudEncryption")
        let preserves = [
            fields.flag("preserveAfterDeletion"), fields.flag("preservesValueInHistoryOnDeletion"),
        ]
        attribute.preservesValueInHistoryOnDeletion = preserves.contains(true)
    }

    mutating func relationship(_ element: XMLTree, entity: String) throws -> RelationshipDocument {
        var fields = SourceFields(element)
        var relationship = RelationshipDocument(traits: try traits(element, &fields, entity: entity))
        relationship.destinationEntityName = fields.text("destinationEntity").flatMap {
            $0.isEmpty ? nil : $0
        }
        relationship.inverseName = fields.text("inverseName").flatMap { $0.isEmpty ? nil : $0 }
        relationship.inverseEntityName = fields.text("inverseEntity").flatMap { $0.isEmpty ? nil : $0 }
        let isToMany = fields.flag("toMany")
        relationship.maxCount = fields.integer("maxCount") ?? (isToMany ? 0 : 1)
        relationship.minCount = fields.integer("minCount") ?? 0
        let rule =
            fields.extract("deletionRule", as: DeleteRule.number)
            ?? fields.extract("deleteRule", as: DeleteRule.number)
        relationship.deleteRule = rule ?? DeleteRule.nullify
        relationship.isOrdered = fields.flag("ordered")
        relationship.traits.toolAttributes = fields.rest
        return relationship
    }

    mutating func fetchedProperty(_ element: XMLTree, entity: String) throws -> FetchedPropertyDocument {
        var fields = SourceFields(element)
        var property = FetchedPropertyDocument(traits: try traits(element, &fields, entity: entity))
        // Compiled fetched properties always have both flags.
        property.traits.isTransient = true
        property.traits.isReadOnly = true
        property.traits.toolAttributes = fields.rest
        let place = Place(entity: entity, property: property.traits.name, line: element.line)
        property.fetchRequest = try element.children(named: "fetchRequest").first.map {
            try fetchRequest($0, owner: place)
        }
        return property
    }
}

/// The delete rules by number and by the names of model sources.
enum DeleteRule {
    static let nullify = 1
    private static let names = ["No Action", "Nullify", "Cascade", "Deny"]

    static func number(_ name: String) -> Int? { names.firstIndex(of: name) }
    static func name(_ number: Int) -> String {
        names.indices.contains(number) ? names[number] : names[nullify]
    }
}
