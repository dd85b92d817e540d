// SPDX-License-Identifier: Apache-2.0
// The entities of a model with their classes, ancestors and slots. ClassCodeBuilder.swift looks here when it needs more
// than one entity.

import PerdureModelFormat

/// Looks up the class and the ancestors of each entity.
struct ModelClasses: Sendable {
    private let entities: [String: EntityDocument]
    private let references: [String: ClassReference]

    /// - Throws: `ModelFormatError` for a class name that is no name in Swift.
    init(_ model: ModelDocument, module: String) throws {
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        var references: [String: ClassReference] = [:]
        for entity in model.entities { references[entity.name] = try ClassReference(entity, module: module) }
        self.references = references
    }

    /// The class of an entity; nil for NSManagedObject.
    func reference(of entityName: String) -> ClassReference? { references[entityName] }

    func contains(_ entityName: String) -> Bool { entities[entityName] != nil }

    /// The classes of the module that code is generated for, by their outermost names.
    var localNames: Set<String> {
        Set(references.values.filter { $0.module == nil }.map { String($0.name.prefix { $0 != "." }) })
    }

    /// The entity and its ancestors, nearest first.
    ///
    /// - Throws: `ModelFormatError` when an ancestor is missing or the entity is its own ancestor.
    func lineage(of entity: EntityDocument) throws -> [EntityDocument] {
        var chain = [entity]
        while let name = chain[chain.count - 1].superentityName {
            guard let parent = entities[name] else {
                throw ModelFormatError(
                    .inconsistent, "its parent entity '\(name)' is not in the model",
                    entity: chain[chain.count - 1].name)
            }
            guard !chain.contains(where: { $0.name == name }) else {
                throw ModelFormatError(.inconsistent, "the entity is its own ancestor", entity: name)
            }
            chain.append(parent)
        }
        return chain
    }

    /// The property names in the order of slot numbers, those of ancestors first.
    func slots(of lineage: [EntityDocument]) -> [String] {
        lineage.reversed().flatMap { entity in
            (entity.attributes.map(\.traits.name) + entity.relationships.map(\.traits.name)).sorted()
        }
    }

    /// The superclass of an entity's class: the class of the nearest ancestor with a different class.
    func superclass(of lineage: [EntityDocument]) -> ClassReference? {
        let own = references[lineage[0].name]
        return lineage.dropFirst().lazy.compactMap { references[$0.name] }.first { $0 != own }
    }
}
