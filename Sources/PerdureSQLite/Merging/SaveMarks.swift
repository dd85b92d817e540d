// SPDX-License-Identifier: Apache-2.0
// Writes and looks for the marks of saves that merge. Used by SQLiteEngine.prepare and CommitProbe.

import CSQLite
import PerdureSQL
import PerdureStore

/// The marks in one store.
struct SaveMarks {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// How many marks come between two removals of old ones.
    private static let interval: Int64 = 100

    /// Writes a mark within the current transaction.
    func write(_ identifier: Int64) throws {
        try connection.run(SaveMarkTable.insertion, [.integer(identifier)])
        guard sqlite3_last_insert_rowid(connection.handle) % Self.interval == 0 else { return }
        try connection.run(SaveMarkTable.removal)
    }

    /// Whether the save with a mark is in the file, as this connection sees it.
    func finds(_ identifier: Int64) throws -> Bool {
        try connection.first(SaveMarkTable.query, [.integer(identifier)]) { _ in true } ?? false
    }

    /// Takes out of a change set what an earlier try has stored, if its commit happened after all.
    func settleDoubt(of changes: inout ChangeSet) throws {
        guard let doubt = changes.doubt else { return }
        do { try doubt.remove(from: &changes, finds) } catch let error as MergeError {
            throw StoreError.inDoubt(
                path: connection.path,
                reason: "an earlier try of this save is stored, and \(error.reason): refresh its objects")
        }
    }
}
