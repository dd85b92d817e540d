// SPDX-License-Identifier: Apache-2.0
// A store without a history may get one while it is open: another process opens it with the option and commits. This engine's
// later commits would be missing in that history. StoreOpening+History.swift handles stores that had a history before.

import PerdureStore

/// Notices that another process has begun a history in a store that was opened without history tracking.
///
/// It is asked only after commits of other connections (TriggerReview.swift). It runs no statement while the file has no
/// history tables.
final class UntrackedHistory: ForeignCommitCheck {
    private var hasTables = false

    /// Looks for the tables: at the opening, and after another connection has changed the schema.
    func readSchema(_ connection: SQLiteConnection) throws {
        hasTables = try connection.hasTable(HistoryFormat.Table.transaction.table)
    }

    /// Checks for a history within a write transaction.
    ///
    /// - Throws: `StoreError.readOnly` while there is a history.
    func requireNone(_ connection: SQLiteConnection) throws {
        guard hasTables, try HistoryTables.hasTransactions(connection) else { return }
        throw StoreError.readOnly(
            path: connection.path,
            reason: "since it was opened, others have begun to keep a history in it, and "
                + "NSPersistentHistoryTrackingKey is not set here; nothing was saved. Add the store to the "
                + "coordinator again with that option")
    }
}
