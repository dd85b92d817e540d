// SPDX-License-Identifier: Apache-2.0
// A migration that the engine carries out while it opens a store: the copy before it, its progress, and its errors.

import Foundation
import Perdure
import PerdureStore

/// A migration in place.
struct InferredWay: InPlaceWay {
    let migration: StoreMigration
    private let store: DifferingStore
    private let source: SourceModel
    private let log: MigrationLog
    private let report = StepReport()

    init(_ migration: StoreMigration, of store: DifferingStore, from source: SourceModel, log: MigrationLog) {
        var migration = migration
        migration.report = { [report] in report.note($0, of: $1) }
        self.migration = migration
        self.store = store
        self.source = source
        self.log = log
    }

    /// Opens the store.
    ///
    /// - Throws: The errors of copying; 134110 with the cause below it for rows that do not fit; the errors of opening.
    func run<Opened>(_ open: () throws -> Opened) throws -> Opened {
        report.begin()
        try MigrationBackup(store)?.make(log)
        do {
            let opened = try log.timing("migrating in place", open)
            report.finish()
            return opened
        } catch let failure as MigrationFailure {
            log.write { "rows do not fit: \(failure)" }
            throw DecisionErrors.misfit(failure, in: store, from: source)
        }
    }
}
