// SPDX-License-Identifier: Apache-2.0
// The source of a mapping model, an `.xcmappingmodel` folder, as plain values. MappingCompiler.swift makes a mapping model of
// it.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// What the editor knows of a mapping model.
package struct MappingSource: Sendable, Equatable {
    /// A model that the source holds a copy of.
    package struct EmbeddedModel: Sendable, Equatable {
        /// Where the editor found it, relative to its project; often out of date.
        package var path: String?
        /// The copy; nil for one that cannot be read.
        package var document: ModelDocument?
    }

    /// An entity mapping as it is edited.
    struct EntityMapping: Sendable, Equatable {
        var number: Int
        var givenName: String?
        var sourceName: String?
        var destinationName: String?
        var policyClassName: String?
        var filter: String?
        var userInfo: PlainValue?
        var attributes: [PropertyMapping]
        var relationships: [PropertyMapping]
    }

    /// A property mapping as it is edited.
    struct PropertyMapping: Sendable, Equatable {
        var name: String
        var expression: ExpressionNode?
        /// Whether a relationship without a mapping's name follows the source's relationship.
        var isGenerated = false
        /// The mapping whose objects a relationship leads to, and the key path to their sources.
        var mappingName: String?
        var keyPath: String?
    }

    package var source: EmbeddedModel
    package var destination: EmbeddedModel
    /// In the order of their numbers.
    var mappings: [EntityMapping]
}

// MARK: - Reading

extension MappingSource {
    /// The file inside of the folder.
    package static let fileName = "xcmapping.xml"

    /// Reads the source of a mapping model.
    ///
    /// - Parameters:
    ///   - data: the contents of `xcmapping.xml`.
    ///   - path: the path for errors.
    /// - Returns: the source.
    /// - Throws: `ModelFormatError` that names file, mapping and property.
    package static func read(data: Data, path: String? = nil) throws -> MappingSource {
        do {
            return try MappingSource(try MappingSourceObjects(data))
        } catch let error as PropertyListError {
            throw ModelFormatError(
                .malformed, "this is no readable source of a mapping model: \(error)", path: path)
        }
    }

    private init(_ objects: MappingSourceObjects) throws {
        guard let model = objects.all.first(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
            throw PropertyListError("there is no object of type XDDEVMAPPINGMODEL")
        }
        source = Self.embedded(model, "source")
        destination = Self.embedded(model, "destination")
        // Entity mappings that the model does not list are left-overs of the editor.
        let listed = try objects.members("entitymappings", of: model, type: "XDDEVENTITYMAPPING")
            .map { try EntityMapping($0, objects) }
        let order = listed.indices.sorted { (listed[$0].number, $0) < (listed[$1].number, $1) }
        mappings = order.map { listed[$0] }
    }

    private static func embedded(_ model: MappingSourceObject, _ side: String) -> EmbeddedModel {
        let data = try? model.data("\(side)modeldata")
        return EmbeddedModel(
            path: model.text("\(side)modelpath"), document: data.flatMap { try? EditorModelReader.read($0) })
    }
}

extension MappingSource.EntityMapping {
    fileprivate init(_ object: MappingSourceObject, _ objects: MappingSourceObjects) throws {
        number = object.number("mappingnumber") ?? 0
        givenName = object.text("name")
        sourceName = object.text("sourcename")
        destinationName = object.text("destinationname")
        policyClassName = object.text("migrationpolicyclassname")
        filter = object.text("sourcefilterpredicatestring")
        let data = try? object.data("userinfodata")
        let notes = data.flatMap { try? KeyedArchive.decodePlainValue($0) }
        if case .dictionary = notes { userInfo = notes }
        (attributes, relationships) = ([], [])
        try MappingPlace.within("the entity mapping '\(name)'") {
            attributes = try objects.members(
                "attributemappings", of: object, type: "XDDEVATTRIBUTEMAPPING"
            ).compactMap { try .init($0) }
            relationships = try objects.members(
                "relationshipmappings", of: object, type: "XDDEVRELATIONSHIPMAPPING"
            ).compactMap { try .init($0) }
        }
    }

    /// The name, which Xcode makes of the entities where nobody has given one.
    var name: String {
        if let givenName { return givenName }
        guard let sourceName else { return destinationName ?? "" }
        return destinationName.map { "\(sourceName)To\($0)" } ?? sourceName
    }
}

extension MappingSource.PropertyMapping {
    /// Reads a mapping; nil for one that names no property.
    fileprivate init?(_ object: MappingSourceObject) throws {
        guard let name = object.text("name") else { return nil }
        self.name = name
        isGenerated = object.flag("autogenerateexpression")
        mappingName = object.text("sourcemappingname")
        keyPath = object.text("sourcekeypath")
        expression = try MappingPlace.within("the property '\(name)'") {
            try object.data("valueexpressiondata").flatMap { try CompiledMappingReader.readExpression($0) }
        }
    }
}
