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
    /// Entities that no mapping names do not matter. Apple's tools disagree on the hashes of derived attributes, so a file is not
    /// believed there; with several candidates the one that fits exactly is the better one.
    ///
    /// - Parameters:
    ///   - model: the mapping model.
    ///   - isExact: whether hashes in a file must be right for entities with derived attributes too.
    /// - Returns: a sentence for people that says what to do.
    package func misfit(of model: NSMappingModel, isExact: Bool = false) -> String? {
        let trust: HashTrust = !model.facts.isFromFile ? .full : isExact ? .plainOrFull : .namesOfDerived
        for mapping in model.facts.mappings {
            let facts = mapping.facts
            let properties = ((facts.attributes ?? []) + (facts.relationships ?? [])).compactMap(\.name)
            if let fault = source.fault(of: facts.source, trust) {
                return "The entity mapping \"\(mapping.name ?? "")\" does not fit the source model: \(fault)"
            }
            if let fault = destination.fault(of: facts.destination, trust, properties: properties) {
                return
                    "The entity mapping \"\(mapping.name ?? "")\" does not fit the destination model: \(fault)"
            }
        }
        return nil
    }
}

/// What is believed of the hashes of entities with derived attributes.
private enum HashTrust {
    /// They are the model's.
    case full
    /// They are the model's, or those of the same entities with plain attributes, as the editor knows them.
    case plainOrFull
    /// Nothing: the names of the entity and its properties must do.
    case namesOfDerived
}

/// One version of a model: hashes by entity name.
private struct VersionFacts {
    private let hashes: [String: Data]
    private let plainHashes: [String: Data]
    /// The names of all properties, of the entities with derived attributes, own or inherited.
    private let derived: [String: Set<String>]

    init(_ model: NSManagedObjectModel) {
        hashes = model.entityVersionHashesByName
        plainHashes = model.formerHashes
        let entities = model.entities.filter { entity in
            entity.attributesByName.values.contains { $0 is NSDerivedAttributeDescription }
        }
        derived = Dictionary(
            entities.map { ($0.name ?? "", Set($0.propertiesByName.keys)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with one side of a mapping; nil where it fits, and where the mapping has no entity on that side.
    func fault(of entity: MappedEntity, _ trust: HashTrust, properties: [String] = []) -> String? {
        guard let name = entity.name else { return nil }
        guard let hash = hashes[name] else {
            return "it has no entity \"\(name)\". Use the mapping model that was made for these two versions."
        }
        guard let expected = entity.versionHash, expected != hash else { return nil }
        switch trust {
        case .plainOrFull where expected == plainHashes[name]: return nil
        case .namesOfDerived where derived[name]?.isSuperset(of: properties) == true: return nil
        default: break
        }
        return
            "the entity \"\(name)\" has another version hash there. Use the mapping model that was made for these two "
            + "versions, or make it anew if the model has changed since."
    }
}
