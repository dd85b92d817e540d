// SPDX-License-Identifier: Apache-2.0
// Migrates a store into another one, so that a kill may come at any moment of it.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// migrate STORE DESTINATION: adds the objects of a store to another one by a mapping model.
    ///
    /// Prints "ready" first and "done" last.
    static func migrate(_ url: URL, _ words: [String]) throws {
        guard let destination = words.first else { throw UsageError(text: "DESTINATION is missing") }
        let model = FaultModel.batches()
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: model, destinationModel: model)
        let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
        manager.usesStoreSpecificMigrationManager = false
        say("ready")
        try manager.migrateStore(
            from: url, type: .sqlite, mapping: mapping, to: URL(fileURLWithPath: destination), type: .sqlite)
        say("done")
    }
}
