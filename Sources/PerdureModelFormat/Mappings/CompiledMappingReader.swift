// SPDX-License-Identifier: Apache-2.0
// Reads compiled mapping models (.cdm) as values, and makes no object of a class that an archive names.
// CompiledMappingWriter.swift writes what this file reads.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// Reads the keyed archive of a mapping model, or of a part of one.
package struct CompiledMappingReader {
    private let archive: KeyedArchive
    private let expressions: ArchivedPredicateReader

    /// Reads a compiled mapping model.
    ///
    /// - Parameters:
    ///   - data: the contents of the file.
    ///   - path: the file's path, for errors.
    /// - Returns: the mapping model.
    /// - Throws: `ModelFormatError` that names file, mapping and property.
    package static func read(data: Data, path: String? = nil) throws -> MappingDocument {
        try reading(data, path: path) { try $0.model($1) }
    }

    /// Reads an archive of one entity mapping.
    package static func readEntityMapping(_ data: Data) throws -> EntityMappingDocument {
        try reading(data) { try $0.entityMapping($1, number: 1) }
    }

    /// Reads an archive of one property mapping.
    package static func readPropertyMapping(_ data: Data) throws -> PropertyMappingDocument {
        try reading(data) { try $0.propertyMapping($1) }
    }

    /// Reads an archive of one expression, as sources of mapping models hold them; nil for an archive of null.
    ///
    /// - Throws: `PropertyListError`.
    package static func readExpression(_ data: Data) throws -> ExpressionNode? {
        let reader = CompiledMappingReader(try KeyedArchive(data))
        return try reader.expressions.expression(.uid(try reader.archive.root()))
    }

    private init(_ archive: KeyedArchive) {
        self.archive = archive
        expressions = ArchivedPredicateReader(archive: archive, readsFetches: true)
    }

    private static func reading<Value>(
        _ data: Data, path: String? = nil,
        _ body: (CompiledMappingReader, PropertyListValue) throws -> Value
    ) throws -> Value {
        do {
            guard !data.isEmpty else { throw PropertyListError("the file is empty") }
            let reader = CompiledMappingReader(try KeyedArchive(data))
            return try body(reader, .uid(try reader.archive.root()))
        } catch let error as PropertyListError {
            throw ModelFormatError(
                .malformed, "this is no readable compiled mapping model: \(error)", path: path)
        }
    }

    /// The object of a field, which must be of a class.
    private func instance(_ field: PropertyListValue?, of name: String) throws -> ArchivedInstance {
        guard case .instance(let instance) = try archive.resolve(field) else {
            throw PropertyListError("an object of class \(name) is missing")
        }
        guard instance.isKind(of: name) else {
            let hint = instance.isKind(of: "NSManagedObjectModel") ? "; it is a model" : ""
            throw PropertyListError(
                "the archive holds an object of class \(instance.className), not one of \(name)\(hint)")
        }
        return instance
    }

    // MARK: Mappings

    private func model(_ field: PropertyListValue) throws -> MappingDocument {
        let root = try instance(field, of: "NSMappingModel")
        let fields = try archive.elements(root.fields["NSEntityMappings"]) ?? []
        return MappingDocument(
            entityMappings: try fields.enumerated().map { try entityMapping($1, number: $0 + 1) })
    }

    private func entityMapping(_ field: PropertyListValue, number: Int) throws -> EntityMappingDocument {
        let fields = try instance(field, of: "NSEntityMapping").fields
        let given = try archive.string(fields["NSMappingName"])
        return try MappingPlace.within("the entity mapping \(given.map { "'\($0)'" } ?? "\(number)")") {
            let source = try entity(fields, "Source")
            let destination = try entity(fields, "Destination")
            var mapping = EntityMappingDocument(
                name: given ?? "\(source.name ?? "")->\(destination.name ?? "")")
            mapping.kind = try kind(fields["NSMappingType"])
            mapping.source = source
            mapping.destination = destination
            mapping.attributes = try propertyMappings(fields["NSAttributeMappings"])
            mapping.relationships = try propertyMappings(fields["NSRelationshipMappings"])
            mapping.sourceExpression = try expressions.expression(fields["NSSourceExpression"])
            mapping.policyClassName = try archive.string(fields["NSEntityMigrationPolicyClassName"])
            mapping.userInfo = userInfo(fields["NSUserInfo"])
            return mapping
        }
    }

    private func kind(_ field: PropertyListValue?) throws -> EntityMappingKind {
        guard case .value(let value) = try archive.resolve(field) else { return .undefined }
        guard let kind = value.integerValue.flatMap(EntityMappingKind.init) else {
            throw PropertyListError("the type of the mapping is not known; there are 0 to 5")
        }
        return kind
    }

    private func entity(_ fields: [String: PropertyListValue], _ side: String) throws -> MappedEntity {
        MappedEntity(
            name: try archive.string(fields["NS\(side)EntityName"]),
            versionHash: try hash(fields["NS\(side)EntityVersionHash"]))
    }

    private func hash(_ field: PropertyListValue?) throws -> Data? {
        switch try archive.plainValue(field) {
        case .null: return nil
        case .data(let data) where data.count == 32: return data
        default: throw PropertyListError("a version hash is no data of 32 bytes")
        }
    }

    private func propertyMappings(_ field: PropertyListValue?) throws -> [PropertyMappingDocument]? {
        try archive.elements(field)?.map(propertyMapping)
    }

    private func propertyMapping(_ field: PropertyListValue) throws -> PropertyMappingDocument {
        let fields = try instance(field, of: "NSPropertyMapping").fields
        let name = try archive.string(fields["NSDestinationPropertyName"])
        return try MappingPlace.within("the property '\(name ?? "")'") {
            var mapping = PropertyMappingDocument(name: name)
            mapping.valueExpression = try expressions.expression(fields["NSValueExpression"])
            mapping.userInfo = userInfo(fields["NSUserInfo"])
            return mapping
        }
    }

    /// The notes of programs; nil when they hold objects of other classes than Foundation's plain ones.
    private func userInfo(_ field: PropertyListValue?) -> PlainValue? {
        guard let value = try? archive.plainValue(field), case .dictionary = value else { return nil }
        return value
    }
}

/// Says in which mapping an archive is damaged.
enum MappingPlace {
    static func within<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as PropertyListError {
            throw PropertyListError("\(place): \(error.reason)", offset: error.offset)
        }
    }
}
