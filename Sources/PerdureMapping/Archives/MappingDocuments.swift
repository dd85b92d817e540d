// SPDX-License-Identifier: Apache-2.0
// Mappings as the values of mapping files, and back.

import Foundation
import PerdureFoundationGaps
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList

import class PerdurePredicates.NSExpression

extension NSMappingModel.Facts {
    init(_ document: MappingDocument) {
        mappings = document.entityMappings.map { mapping in
            let result = NSEntityMapping()
            result.facts = NSEntityMapping.Facts(mapping)
            return result
        }
        isFromFile = true
    }
}

extension NSEntityMapping.Facts {
    init(_ document: EntityMappingDocument) {
        name = document.name
        type =
            UInt(exactly: document.kind.rawValue).flatMap(NSEntityMappingType.init)
            ?? .undefinedEntityMappingType
        source = document.source
        destination = document.destination
        attributes = document.attributes?.map(NSPropertyMapping.init)
        relationships = document.relationships?.map(NSPropertyMapping.init)
        sourceExpression = document.sourceExpression.map { NSExpression(node: $0) }
        userInfo = document.userInfo?.notes
        policyClassName = document.policyClassName
    }
}

extension NSPropertyMapping {
    fileprivate convenience init(_ document: PropertyMappingDocument) {
        self.init()
        facts = Facts(document)
    }
}

extension NSPropertyMapping.Facts {
    init(_ document: PropertyMappingDocument) {
        name = document.name
        valueExpression = document.valueExpression.map { NSExpression(node: $0) }
        userInfo = document.userInfo?.notes
    }
}

extension NSMappingModel {
    /// The mapping model as a value.
    ///
    /// - Throws: `ModelFormatError` for user info that a file cannot hold.
    package final func document() throws -> MappingDocument {
        MappingDocument(entityMappings: try facts.mappings.map { try $0.document() })
    }
}

extension NSEntityMapping {
    final func document() throws -> EntityMappingDocument {
        var document = EntityMappingDocument(name: name)
        document.kind = EntityMappingKind(rawValue: Int64(mappingType.rawValue)) ?? .undefined
        document.source = facts.source
        document.destination = facts.destination
        document.attributes = try attributeMappings?.map { try $0.document() }
        document.relationships = try relationshipMappings?.map { try $0.document() }
        document.sourceExpression = sourceExpression?.node
        document.userInfo = try PlainValue(notes: userInfo, of: "the entity mapping '\(document.name)'")
        document.policyClassName = entityMigrationPolicyClassName
        return document
    }
}

extension NSPropertyMapping {
    final func document() throws -> PropertyMappingDocument {
        var document = PropertyMappingDocument(name: name, valueExpression: valueExpression?.node)
        document.userInfo = try PlainValue(notes: userInfo, of: "the mapping of the property '\(name ?? "")'")
        return document
    }
}

extension PlainValue {
    /// The user info of a mapping.
    fileprivate var notes: [AnyHashable: Any]? {
        guard case .dictionary(let pairs) = self else { return nil }
        return Dictionary(
            pairs.compactMap { key, value in key.noteKey.map { ($0, value.note) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Numbers of Foundation and of Swift are not found for each other here.
    private var noteKey: AnyHashable? {
        if case .integer(let number) = self { return Int(number) }
        return anyValue as? AnyHashable
    }

    /// Sets of names are what inferred mappings have; Foundation's set is none of Swift's here.
    private var note: Any {
        guard case .set(let values) = self else { return anyValue }
        let names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return names.count == values.count ? Set(names) : anyValue
    }

    /// The plain form of user info; nil for none.
    fileprivate init?(notes: [AnyHashable: Any]?, of mapping: String) throws {
        guard let notes else { return nil }
        guard let plain = PlainValue(any: notes) else {
            throw ModelFormatError(
                .unsupported,
                "the user info of \(mapping) holds objects that a file cannot hold; use texts, numbers, dates, data, "
                    + "UUIDs, URLs and collections of them")
        }
        self = plain
    }
}
