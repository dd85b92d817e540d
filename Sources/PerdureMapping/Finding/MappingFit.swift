// SPDX-License-Identifier: Apache-2.0
// Whether a mapping model leads from one version of a model to another. NSMappingModel+Finding.swift asks for files,
// migration managers for what they are given.

import Foundation
import PerdureModel
import PerdureModelFormat

/// Two versions of a model, with what mappings say of them.
package struct MappingFit {
    private let source: VersionFacts
    private let destination: VersionFacts

    /// Looks at two versions; neither is changed.
    package init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
        self.source = VersionFacts(source)
        self.destination = VersionFacts(destination)
    }

    /// Why a mapping model does not lead from the one version to the other; nil where it does.
    ///
    /// Entities that no mapping names do not matter.
    package func misfit(of model: NSMappingModel) -> String? {
        for mapping in model.facts.mappings {
            let sides = [
                (mapping.facts.source, source, "source"),
                (mapping.facts.destination, destination, "destination"),
            ]
            for (entity, facts, side) in sides {
                guard let fault = facts.fault(of: entity, isFromFile: model.facts.isFromFile) else {
                    continue
                }
                return "The entity mapping \"\(mapping.name ?? "")\" does not fit the \(side) model: \(fault)"
            }
        }
        return nil
    }
}

/// One version of a model: hashes by entity name.
private struct VersionFacts {
    private let hashes: [String: Data]
    /// The entities with derived attributes, own or inherited.
    private let derived: Set<String>

    init(_ model: NSManagedObjectModel) {
        hashes = model.entityVersionHashesByName
        derived = Set(
            model.entities.filter { entity in
                entity.attributesByName.values.contains { $0 is NSDerivedAttributeDescription }
            }.compactMap(\.name))
    }

    /// What is wrong with one side of a mapping; nil where it fits, and where the mapping has no entity on that side.
    ///
    /// Apple's compiler of mapping models hashes derived attributes as plain ones, so files are not believed there.
    func fault(of entity: MappedEntity, isFromFile: Bool) -> String? {
        guard let name = entity.name else { return nil }
        guard let hash = hashes[name] else {
            return "it has no entity \"\(name)\". Use the mapping model that was made for these two versions."
        }
        guard let expected = entity.versionHash, !(isFromFile && derived.contains(name)) else { return nil }
        return expected == hash
            ? nil
            : "the entity \"\(name)\" has another version hash there. Use the mapping model that was made for these two "
                + "versions, or make it anew if the model has changed since."
    }
}
