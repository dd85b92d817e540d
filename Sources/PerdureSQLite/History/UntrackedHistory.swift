// SPDX-License-Identifier: Apache-2.0
// A store without a history may get one while it is open: somebody else opens it with the option and commits. What this
// engine wrote from then on would be missing there. What had a history before is StoreOpening+History.swift's.

import PerdureStore

/// Notices that others have begun a history of a store that was opened to keep none.
///
/// Asked only after commits of others (TriggerReview.swift), and without a statement while the file has no tables for it.
final class UntrackedHistory: CommitWitness {
    private var hasTables = false

    /// Looks for the tables: at the opening, and when others have changed the schema.
    func readSchema(_ connection: SQLiteConnection) throws {
        hasTables =
            try connection.first(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ATRANSACTION'"
            ) { _ in true } ?? false
    }

    /// Within a transaction that writes.
    ///
    /// - Throws: `StoreError.readOnly` as long as there is a history.
    func requireNone(_ connection: SQLiteConnection) throws {
        guard hasTables, try HistoryTables.hasTransactions(connection) else { return }
        throw StoreError.readOnly(
            path: connection.path,
            reason: "since it was opened, others have begun to keep a history in it, and "
                + "NSPersistentHistoryTrackingKey is not set here; nothing was saved. Add the store to the "
                + "coordinator again with that option")
    }
}
