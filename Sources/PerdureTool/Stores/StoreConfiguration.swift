// SPDX-License-Identifier: Apache-2.0
// The configuration of a store: its metadata list the entities that it has, and a model names sets of them.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// The entities that a store lists.
struct ListedEntities {
    /// The names; empty where the store is one of all entities.
    private let names: Set<String>

    /// - Parameters:
    ///   - metadata: The store's metadata.
    ///   - archive: The store's own copy of its model, if it is known. A store that lists all entities of it is one of no
    ///     configuration, although one of another version may have just these.
    init(_ metadata: [String: PropertyListValue], archive: Data? = nil) {
        guard case .dictionary(let hashes)? = metadata[StoreMigration.hashesKey] else {
            names = []
            return
        }
        let own = archive.flatMap { try? CompiledModelReader.read(data: $0) }
        names = own.map { Set($0.entities.map(\.name)) } == Set(hashes.keys) ? [] : Set(hashes.keys)
    }

    /// The configuration of a model that has just these entities; nil for all entities, and where none has them.
    func configuration(of model: NSManagedObjectModel) -> String? {
        guard !names.isEmpty, names != Set(model.entities.compactMap(\.name)) else { return nil }
        return model.configurations.first { name in
            Set((model.entities(forConfigurationName: name) ?? []).compactMap(\.name)) == names
        }
    }

    /// The configuration that a store of one version shall have in another one; nil for all entities, and where the other
    /// version has no such configuration.
    func configuration(of source: NSManagedObjectModel, in other: NSManagedObjectModel) -> String? {
        configuration(of: source).flatMap { other.configurations.contains($0) ? $0 : nil }
    }

    /// Whether the store has this version of the model, or of one of its configurations.
    func fit(_ model: NSManagedObjectModel, _ metadata: [String: PropertyListValue]) -> Bool {
        model.isConfiguration(
            withName: configuration(of: model),
            compatibleWithStoreMetadata: metadata.compactMapValues(\.object))
    }

    /// Whether a configuration of a model has just these entities.
    func areConfiguration(of model: ModelDocument) -> Bool {
        !names.isEmpty && model.configurations.contains { Set($0.entityNames) == names }
    }
}
