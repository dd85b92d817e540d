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
        let url = store.specification.url
        // Stages hold the lock already, and a temporary store has none.
        let lock =
            store.specification.infersOnly
            ? nil : try MigrationLock.ifPresent(of: url, timeout: store.specification.lockTimeout)
        return try withExtendedLifetime(lock) {
            try store.coordinator.migrationReports.telling(.inPlace, of: url) {
                if report.isCancelled { throw MigrationErrors.cancelled() }
                if let copy = try MigrationBackup(store)?.make(log) {
                    store.coordinator.migrationReports.send(.backedUp(copy), of: url)
                }
                let opened = try migrating(open)
                report.finish()
                return opened
            }
        }
    }

    private func migrating<Opened>(_ open: () throws -> Opened) throws -> Opened {
        do { return try log.timing("migrating in place", open) } catch let failure as MigrationFailure {
            log.write { "rows do not fit: \(failure)" }
            throw DecisionErrors.misfit(failure, in: store, from: source)
        }
    }
}

extension StoreSpecification {
    /// Seconds to wait for another migration of the store.
    var lockTimeout: TimeInterval { number(NSPersistentStoreTimeoutOption) ?? 240 }
}
