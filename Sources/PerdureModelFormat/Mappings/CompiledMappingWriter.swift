// SPDX-License-Identifier: Apache-2.0
// Writes compiled mapping models (.cdm), with the keys of Apple's tools. CompiledMappingReader.swift reads them;
// KeyedArchiveBuilder+MappingExpressions.swift has the form of expressions.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// Writes a mapping model, or a part of one, as a keyed archive.
package struct CompiledMappingWriter {
    private var builder = KeyedArchiveBuilder()

    /// Writes a mapping model.
    ///
    /// - Parameter model: the mapping model; each of its mappings must have a name of its own.
    /// - Returns: the contents of a `.cdm` file.
    /// - Throws: `ModelFormatError` that names mapping and property.
    package static func write(_ model: MappingDocument) throws -> Data {
        if let name = model.repeatedName {
            throw ModelFormatError(
                .inconsistent,
                "the mapping model has two entity mappings named '\(name)'; give each a name of its own")
        }
        return try writing { try $0.add(model) }
    }

    /// Writes an archive of one entity mapping.
    package static func write(_ mapping: EntityMappingDocument) throws -> Data {
        try writing { try $0.add(mapping) }
    }

    /// Writes an archive of one property mapping.
    package static func write(_ mapping: PropertyMappingDocument) throws -> Data {
        try writing { try $0.add(mapping) }
    }

    private static func writing(
        _ body: (inout CompiledMappingWriter) throws -> PropertyListValue
    ) throws -> Data {
        var writer = CompiledMappingWriter()
        do {
            let root = try body(&writer)
            return try writer.builder.archive(root: root)
        } catch let error as PropertyListError {
            throw ModelFormatError(.unsupported, "the mapping model cannot be archived: \(error)")
        }
    }

    private mutating func add(_ model: MappingDocument) throws -> PropertyListValue {
        let root = builder.reserve()
        let mappings = try model.entityMappings.map { ($0.name, try add($0)) }
        let fields = [
            "NSEntityMappings": builder.add(array: mappings.map(\.1)),
            "NSEntityMappingsByName": builder.add(
                entries: mappings.map { (builder.add(string: $0.0), $0.1) }, mutable: true),
        ]
        builder.define(root, classes: ["NSMappingModel", "NSObject"], fields: fields)
        return .uid(root)
    }

    private mutating func add(_ mapping: EntityMappingDocument) throws -> PropertyListValue {
        try MappingPlace.naming("the entity mapping '\(mapping.name)'") {
            let uid = builder.reserve()
            let fields = [
                "NSMappingName": builder.add(string: mapping.name),
                "NSMappingType": .integer(mapping.kind.rawValue),
                "NSSourceEntityName": builder.add(string: mapping.source.name),
                "NSDestinationEntityName": builder.add(string: mapping.destination.name),
                "NSSourceEntityVersionHash": add(hash: mapping.source.versionHash),
                "NSDestinationEntityVersionHash": add(hash: mapping.destination.versionHash),
                "NSSourceExpression": try add(expression: mapping.sourceExpression),
                "NSAttributeMappings": try add(properties: mapping.attributes),
                "NSRelationshipMappings": try add(properties: mapping.relationships),
                "NSEntityMigrationPolicyClassName": builder.add(string: mapping.policyClassName),
                "NSUserInfo": try add(userInfo: mapping.userInfo),
            ]
            builder.define(uid, classes: ["NSEntityMapping", "NSObject"], fields: fields)
            return .uid(uid)
        }
    }

    private mutating func add(_ mapping: PropertyMappingDocument) throws -> PropertyListValue {
        try MappingPlace.naming("the property '\(mapping.name ?? "")'") {
            let fields = [
                "NSDestinationPropertyName": builder.add(string: mapping.name),
                "NSValueExpression": try add(expression: mapping.valueExpression),
                "NSPropertyTransforms": KeyedArchiveBuilder.null,
                "NSUserInfo": try add(userInfo: mapping.userInfo),
            ]
            return builder.add(classes: ["NSPropertyMapping", "NSObject"], fields: fields)
        }
    }

    private mutating func add(properties: [PropertyMappingDocument]?) throws -> PropertyListValue {
        guard let properties else { return KeyedArchiveBuilder.null }
        let fields = try properties.map { try add($0) }
        return builder.add(array: fields)
    }

    private mutating func add(hash: Data?) -> PropertyListValue {
        hash.map { builder.add(value: .data($0)) } ?? KeyedArchiveBuilder.null
    }

    private mutating func add(expression: ExpressionNode?) throws -> PropertyListValue {
        try expression.map { try builder.add(mappingExpression: $0) } ?? KeyedArchiveBuilder.null
    }

    private mutating func add(userInfo: PlainValue?) throws -> PropertyListValue {
        try userInfo.map { try builder.add(plain: $0) } ?? KeyedArchiveBuilder.null
    }
}

extension MappingPlace {
    /// Says in which mapping something cannot be written.
    fileprivate static func naming<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
        do { return try within(place, body) } catch var error as ModelFormatError {
            error.reason = "\(place): \(error.reason)"
            throw error
        }
    }
}
