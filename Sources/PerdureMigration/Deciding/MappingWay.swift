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
        let reports = store.coordinator.migrationReports
        return {
            try reports.telling(.mappingModel, of: specification.url) {
                try HeavyMigration(
                    url: specification.openingURL, type: specification.type, options: specification.options,
                    from: source.model, to: destination, mapping: mapping,
                    configuration: specification.configuration
                ) { reports.send($0, of: specification.url) }.run()
            }
        }
    }
}
