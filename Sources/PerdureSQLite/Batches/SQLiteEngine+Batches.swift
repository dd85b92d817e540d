// SPDX-License-Identifier: Apache-2.0
// Batches: one transaction each, which ends as that of a save does (Committing/SQLiteTransaction.swift). What is written
// is PerdureSQL's (Batches/BatchWork.swift).

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package var runsBatches: Bool { true }

    package func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        // What cannot be translated waits for nobody.
        let work = try engine.work(for: batch)
        let connection = try borrowWriter()
        let support = SQLiteCommit(connection: connection)
        support.recorder = keptHistory.map { HistoryRecorder($0, connection) }
        do {
            try connection.beginWriting()
            let outcome = try engine.write(work, on: connection, support: support)
            support.recorder?.note(outcome)
            try support.recorder?.write(author)
            let metadata = try pending.write(connection)
            return PreparedBatch(
                outcome,
                SQLiteTransaction(
                    self, connection, support, try mark(of: outcome, connection), rows: [], metadata: metadata
                ))
        } catch {
            connection.rollback()
            support.rolledBack()
            engine.pool.returnWriter()
            throw error
        }
    }

    /// A change set of one row, by which the commit of a batch can be recognised (CommitProbe.swift).
    private func mark(of outcome: BatchOutcome, _ connection: SQLiteConnection) throws -> ChangeSet {
        var changes = ChangeSet()
        if mapping.merges {
            let identifier = Int64.random(in: .min ... .max)
            changes.identifier = identifier
            try SaveMarks(connection).write(identifier)
        } else if let key = outcome.updated.first {
            let table = try mapping.table(of: key.entity)
            let version = try connection.first(
                "SELECT \(mapping.version(of: table)) FROM \(quotedName(table.name)) WHERE Z_PK = ?",
                [.integer(key.number)]
            ) { $0.integer(0) }
            changes.updates = [RowUpdate(key: key, expectedVersion: (version ?? 1) &- 1, changes: [])]
        } else if let key = outcome.deleted.first {
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
        }
        return changes
    }
}

extension HistoryRecorder {
    /// Notes what a batch has written but its deletions.
    fileprivate func note(_ outcome: BatchOutcome) {
        for key in outcome.updated { updated(key, slots: outcome.slots) }
        for rows in outcome.unlinked {
            for key in rows.keys { updated(key, slots: [rows.slot]) }
        }
    }
}
