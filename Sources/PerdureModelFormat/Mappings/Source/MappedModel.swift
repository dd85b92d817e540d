// SPDX-License-Identifier: Apache-2.0
// A model as mappings see it: entities with all their properties, inherited ones included, found by name and by renaming
// identifier. Used by MappingCompiler.swift.

import Foundation

/// One version of a model.
struct MappedModel {
    private let document: ModelDocument
    private let hashes: [String: Data]
    private let entities: [String: EntityDocument]

    init(_ document: ModelDocument) {
        self.document = document
        hashes = VersionHash.entityHashes(of: document)
        entities = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The version hash of an entity; nil for an unknown one.
    func hash(of entity: String) -> Data? { hashes[entity] }

    /// An entity and its ancestors, nearest first; empty for an unknown one.
    func line(of entity: String) -> [EntityDocument] {
        var (line, seen): ([EntityDocument], Set<String>) = ([], [])
        var next: String? = entity
        while let name = next, let entity = entities[name], seen.insert(name).inserted {
            line.append(entity)
            next = entity.superentityName
        }
        return line
    }

    func attributes(of entity: String) -> MappedProperties<AttributeDocument> {
        MappedProperties(line(of: entity).flatMap { $0.attributes.map { ($0.traits, $0) } })
    }

    func relationships(of entity: String) -> MappedProperties<RelationshipDocument> {
        MappedProperties(line(of: entity).flatMap { $0.relationships.map { ($0.traits, $0) } })
    }
}

/// The properties of one kind that an entity has.
struct MappedProperties<Document> {
    private var byName: [String: Document] = [:]
    private var names: [String: String] = [:]
    private var identifiers: [String: String] = [:]

    fileprivate init(_ properties: [(PropertyTraits, Document)]) {
        for (traits, document) in properties where byName[traits.name] == nil {
            byName[traits.name] = document
            let identifier = traits.renamingIdentifier ?? traits.name
            identifiers[traits.name] = identifier
            if names[identifier] == nil { names[identifier] = traits.name }
        }
    }

    subscript(name: String) -> Document? { byName[name] }

    /// The renaming identifier of a property, or its name.
    func identifier(of name: String) -> String { identifiers[name] ?? name }

    /// The name of the property that has an identifier, or else a name; nil for none.
    func name(ofIdentifier identifier: String, orNamed name: String) -> String? {
        names[identifier] ?? (byName[identifier] != nil ? identifier : byName[name] != nil ? name : nil)
    }
}

/// The properties of both sides of an entity mapping, looked up once for all of its properties.
struct MappedPair {
    let formerAttributes: MappedProperties<AttributeDocument>?
    let formerRelationships: MappedProperties<RelationshipDocument>?
    private let attributes: MappedProperties<AttributeDocument>?
    private let relationships: MappedProperties<RelationshipDocument>?

    init(from source: String?, of sourceModel: MappedModel?, to destination: String?, of model: MappedModel?)
    {
        formerAttributes = source.flatMap { sourceModel?.attributes(of: $0) }
        formerRelationships = source.flatMap { sourceModel?.relationships(of: $0) }
        attributes = destination.flatMap { model?.attributes(of: $0) }
        relationships = destination.flatMap { model?.relationships(of: $0) }
    }

    /// The name that an attribute of the destination has in the source.
    func formerAttribute(_ name: String) -> String? {
        formerAttributes?.name(ofIdentifier: attributes?.identifier(of: name) ?? name, orNamed: name)
    }

    /// The name that a relationship of the destination has in the source, and where it leads there.
    func formerRelationship(_ name: String) -> (name: String, destination: String?)? {
        let former = formerRelationships?.name(
            ofIdentifier: relationships?.identifier(of: name) ?? name, orNamed: name)
        return former.map { ($0, formerRelationships?[$0]?.destinationEntityName) }
    }
}
