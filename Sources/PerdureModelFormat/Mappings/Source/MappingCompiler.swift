// SPDX-License-Identifier: Apache-2.0
// Compiles the source of a mapping model: default names, types, hashes and expressions, as Xcode's compiler gives them.
// MappingCompiler+Properties.swift has the properties.

import Foundation
import PerdurePredicates

extension MappingSource {
    /// Compiles the source.
    ///
    /// - Parameter path: the path for errors.
    /// - Returns: the mapping model.
    /// - Throws: `ModelFormatError` that names file, mapping and property.
    package func compile(path: String? = nil) throws -> MappingDocument {
        do {
            return try MappingCompiler(self).model()
        } catch var error as ModelFormatError {
            error.path = error.path ?? path
            throw error
        }
    }
}

/// Compiles one source.
struct MappingCompiler {
    let source: MappedModel?
    let destination: MappedModel?
    let mappings: [MappingSource.EntityMapping]
    /// The names of the mappings.
    let names: Set<String>
    /// The mappings that make objects of each source entity or its subentities, by the entity's name.
    let makers: [String: [String]]

    init(_ source: MappingSource) {
        let model = source.source.document.map(MappedModel.init)
        self.source = model
        destination = source.destination.document.map(MappedModel.init)
        mappings = source.mappings
        names = Set(mappings.map(\.name))
        var makers: [String: [String]] = [:]
        for mapping in source.mappings where mapping.destinationName != nil {
            for entity in mapping.sourceName.flatMap({ model?.line(of: $0) }) ?? [] {
                makers[entity.name, default: []].append(mapping.name)
            }
        }
        self.makers = makers
    }

    func model() throws -> MappingDocument {
        let model = MappingDocument(entityMappings: try mappings.map(compile))
        if let name = model.repeatedName {
            throw Self.fault(name, nil, "another mapping has the same name; give each a name of its own")
        }
        return model
    }

    static func fault(_ mapping: String, _ property: String?, _ reason: String) -> ModelFormatError {
        let place = property.map { ", property '\($0)'" } ?? ""
        return ModelFormatError(.inconsistent, "entity mapping '\(mapping)'\(place): \(reason)")
    }

    private func compile(_ mapping: MappingSource.EntityMapping) throws -> EntityMappingDocument {
        var result = EntityMappingDocument(name: mapping.name)
        result.source = try entity(mapping.sourceName, source, "source", mapping)
        result.destination = try entity(mapping.destinationName, destination, "destination", mapping)
        result.policyClassName = mapping.policyClassName
        result.userInfo = mapping.userInfo
        result.sourceExpression = try sourceExpression(of: mapping)
        let pair = MappedPair(
            from: mapping.sourceName, of: source, to: mapping.destinationName, of: destination)
        result.attributes = mapping.attributes.sortedByName.map { attribute($0, of: mapping, pair) }
        result.relationships = try mapping.relationships.sortedByName.map {
            try relationship($0, of: mapping, pair)
        }
        result.kind = try kind(of: mapping, result.attributes ?? [])
        return result
    }

    private func entity(
        _ name: String?, _ model: MappedModel?, _ side: String, _ mapping: MappingSource.EntityMapping
    ) throws -> MappedEntity {
        guard let name, let model else { return MappedEntity(name: name) }
        guard let hash = model.hash(of: name) else {
            throw Self.fault(
                mapping.name, nil,
                "the \(side) model that the mapping holds has no entity '\(name)'; refresh the data models in Xcode, "
                    + "or choose another entity")
        }
        return MappedEntity(name: name, versionHash: hash)
    }

    private func kind(
        of mapping: MappingSource.EntityMapping, _ attributes: [PropertyMappingDocument]
    ) throws -> EntityMappingKind {
        switch (mapping.sourceName, mapping.destinationName) {
        case (nil, nil):
            throw Self.fault(mapping.name, nil, "it names no entity; choose a source or a destination")
        case (nil, _): return .add
        case (_, nil): return .remove
        case _ where mapping.policyClassName != nil: return .custom
        default:
            let isCopy = attributes.allSatisfy { attribute in
                attribute.valueExpression == attribute.name.map { MappingForms.source($0) }
            }
            return isCopy ? .copy : .transform
        }
    }

    private func sourceExpression(of mapping: MappingSource.EntityMapping) throws -> ExpressionNode? {
        guard let entity = mapping.sourceName else { return nil }
        guard let filter = mapping.filter, !filter.allSatisfy(\.isWhitespace) else {
            return MappingForms.fetch(entity)
        }
        do { _ = try PredicateParser.parse(filter, arguments: []) } catch {
            throw Self.fault(mapping.name, nil, "the filter '\(filter)' cannot be parsed: \(error)")
        }
        return MappingForms.fetch(entity, where: filter)
    }
}

extension [MappingSource.PropertyMapping] {
    fileprivate var sortedByName: Self { inByteOrder(of: \.name) }
}
