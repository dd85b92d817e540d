// SPDX-License-Identifier: Apache-2.0
// Stages as a way to another version: the first that the decision asks. StagedMigration.swift goes it.

import Perdure
import PerdureModel

/// The way through the stages that a store's options name.
struct StagedWay: MigrationWay {
    func work(for store: DifferingStore, from source: SourceModel?) throws -> (() throws -> Void)? {
        guard store.specification.infers,
            let option = store.specification.options?[NSPersistentStoreStagedMigrationManagerOptionKey]
        else { return nil }
        guard let manager = option as? NSStagedMigrationManager else { throw StageErrors.option(option) }
        let migration = try StagedMigration(manager, store, from: source)
        return migration.isDone ? nil : migration.run
    }
}
