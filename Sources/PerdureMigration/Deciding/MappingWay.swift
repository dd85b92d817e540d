// SPDX-License-Identifier: Apache-2.0
// Migration by a mapping model that the program has for both versions. Replacing/HeavyMigration.swift does the work.

import Foundation
import Perdure
import PerdureMapping
import PerdureModel

/// Brings a store to another version by a mapping model of the program.
struct MappingWay: MigrationWay {
    func work(for store: DifferingStore, from source: SourceModel?) throws -> (() throws -> Void)? {
        let destination = store.coordinator.managedObjectModel
        guard let source,
            let mapping = NSMappingModel(
                from: nil, forSourceModel: source.model, destinationModel: destination)
        else { return nil }
        let specification = store.specification
        if let configuration = specification.configuration, !Self.isWhole(configuration, destination) {
            throw DecisionErrors.partialMapping(store, configuration)
        }
        return {
            try HeavyMigration(
                url: specification.url, type: specification.type, options: specification.options,
                from: source.model, to: destination, mapping: mapping
            ).run()
        }
    }

    /// Whether a configuration has all entities, so that its store is like one without a configuration.
    private static func isWhole(_ configuration: String, _ model: NSManagedObjectModel) -> Bool {
        model.entities(forConfigurationName: configuration)?.count == model.entities.count
    }
}
