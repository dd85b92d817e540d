// SPDX-License-Identifier: Apache-2.0
// Joins models by their documents, which compare by value. ModelJoiner+Restoring.swift adds what documents do not hold.
// NSManagedObjectModel+Joining.swift is the API.

import Foundation
import PerdureModelFormat

/// Joins models.
struct ModelJoiner {
    let models: [NSManagedObjectModel]

    init(_ models: [NSManagedObjectModel]) { self.models = models }

    /// Fills an empty model with everything in the models.
    ///
    /// - Throws: `CoreDataException` when entities of one name differ.
    package func join(into result: NSManagedObjectModel) throws {
        var joined = ModelDocument()
        var known: [String: EntityDocument] = [:]
        for document in models.map(\.document) {
            for entity in document.entities {
                guard let other = known.updateValue(entity, forKey: entity.name) else {
                    joined.entities.append(entity)
                    continue
                }
                guard other.definition == entity.definition else {
                    throw ErrorMessages.conflictingEntity(entity.name)
                }
            }
            add(document, to: &joined)
        }
        do {
            try ModelBuilder(joined, into: result).build()
        } catch let error as ModelFormatError {
            throw ErrorMessages.invalidModel("\(error)")
        }
        restoreValues(in: result)
    }

    private func add(_ document: ModelDocument, to joined: inout ModelDocument) {
        var places = Dictionary(joined.configurations.enumerated().map { ($1.name, $0) }) { first, _ in first
        }
        for configuration in document.configurations {
            if let index = places[configuration.name] {
                let present = Set(joined.configurations[index].entityNames)
                joined.configurations[index].entityNames +=
                    configuration.entityNames.filter { !present.contains($0) }
            } else {
                places[configuration.name] = joined.configurations.count
                joined.configurations.append(configuration)
            }
        }
        joined.versionIdentifiers.formUnion(document.versionIdentifiers)
        var source = SourceFacts(joined)
        source.add(SourceFacts(document))
        source.set(in: &joined)
    }
}

extension ModelJoiner {
    /// The models whose entities have the hashes of a store: one model that has them all, otherwise all models that have some.
    static func parts(
        of models: [NSManagedObjectModel], fitting metadata: [String: Any]
    ) -> [NSManagedObjectModel]? {
        if let whole = models.first(where: {
            $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }) {
            return [whole]
        }
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        var covered: Set<String> = []
        let parts = models.filter { model in
            let hashes = model.entityVersionHashesByName
            let names = Set(hashes.keys)
            let differing = names.differing(hashes, stored)
            let isPart =
                names.isSubset(of: stored.keys)
                && (differing.isEmpty || differing.differing(model.formerHashes, stored).isEmpty)
            guard isPart, !covered.isSuperset(of: hashes.keys) else { return false }
            covered.formUnion(hashes.keys)
            return true
        }
        return parts.isEmpty ? nil : parts
    }
}

extension EntityDocument {
    /// The document without what does not belong to a definition: the order of lists, and remarks for tools.
    var definition: EntityDocument {
        var result = self
        result.toolAttributes = [:]
        result.attributes = attributes.map(\.definition).sorted { $0.traits.name < $1.traits.name }
        result.relationships = relationships.map { relationship in
            var result = relationship
            result.traits.toolAttributes = [:]
            return result
        }.sorted { $0.traits.name < $1.traits.name }
        result.fetchedProperties.sort { $0.traits.name < $1.traits.name }
        for index in result.fetchedProperties.indices {
            result.fetchedProperties[index].traits.toolAttributes = [:]
        }
        return result
    }
}

extension AttributeDocument {
    /// The document without remarks for tools.
    var definition: AttributeDocument {
        var result = self
        result.traits.toolAttributes = [:]
        result.elements = elements.map(\.definition)
        return result
    }
}
