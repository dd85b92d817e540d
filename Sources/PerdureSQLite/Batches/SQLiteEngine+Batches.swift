// SPDX-License-Identifier: Apache-2.0
// Runs batches: one transaction each, which ends like the transaction of a save (Committing/SQLiteTransaction.swift).
// PerdureSQL writes the rows (Batches/BatchWork.swift).

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package var runsBatches: Bool { true }

    package func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        // A batch that cannot be translated fails here, before it waits for a lock.
        let statements = try engine.work(for: batch)
        return try writing(by: author) { connection, work in
            try connection.beginWriting()
            let outcome = try engine.write(statements, on: connection, support: work)
            try work.didWrite(.batch(outcome))
            var trace = ChangeSet()
            try work.willCommit(&trace)
            if work.probe(for: trace, mapping) == nil { trace = try self.trace(of: outcome, connection) }
            return PreparedBatch(outcome, try transaction(of: work, on: connection, traced: trace))
        }
    }

    /// A change set of one row, which shows the commit of a batch (CommitProbe.swift).
    private func trace(of outcome: BatchOutcome, _ connection: SQLiteConnection) throws -> ChangeSet {
        var changes = ChangeSet()
        if let key = outcome.updated.first {
            let table = try mapping.table(of: key.entity)
            var select = SQLSelect([table.versions.number(mapping.system)], from: .only(table.name))
            select.filter = .binary(.own(mapping.system.key), .equal, .value(.integer(key.number)))
            let query = SQLPrinter.print(select, dialect: .sqlite)
            let version = try connection.first(query.text, query.bindings) { $0.integer(0) }
            changes.updates = [RowUpdate(key: key, expectedVersion: (version ?? 1) &- 1, changes: [])]
        } else if let key = outcome.deleted.first {
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
        }
        return changes
    }
}
