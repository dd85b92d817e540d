// SPDX-License-Identifier: Apache-2.0
// Commits: one transaction per change set, with the metadata that wait for it. Who takes part is in
// Committing/TransactionParticipant.swift, what follows the writing in Committing/SQLiteTransaction.swift.

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        var changes = changes
        return try writing(by: changes.author) { connection, work in
            try work.begin(&changes)
            switch try engine.write(changes, on: connection, support: work) {
            case .refused(let conflicts):
                connection.rollback()
                work.rolledBack()
                let described = try engine.describe(conflicts, on: connection)
                engine.pool.returnWriter()
                return .conflicts(described)
            case .written(let rows):
                try work.didWrite(.changes(changes))
                try work.willCommit(&changes)
                return .prepared(try transaction(of: work, on: connection, traced: changes, rows: rows))
            }
        }
    }

    /// Lends the connection that writes and what takes part; takes the connection back when the body throws.
    func writing<Result>(
        by author: CommitAuthor, _ body: (SQLiteConnection, SQLiteCommit) throws -> Result
    ) throws -> Result {
        let connection = try borrowWriter()
        let work = SQLiteCommit(features, connection: connection, by: author)
        do { return try body(connection, work) } catch {
            connection.rollback()
            work.rolledBack()
            engine.pool.returnWriter()
            throw error
        }
    }

    /// Writes the metadata that wait for a commit.
    ///
    /// - Parameters:
    ///   - work: What takes part.
    ///   - connection: Has the transaction.
    ///   - trace: What the commit may be recognised by.
    ///   - rows: Those that differ from what the caller can foretell.
    /// - Returns: The transaction, which only its commit is missing.
    /// - Throws: What the database reports.
    func transaction(
        of work: SQLiteCommit, on connection: SQLiteConnection, traced trace: ChangeSet, rows: [Row] = []
    ) throws -> SQLiteTransaction {
        let metadata = try pending.write(connection)
        return SQLiteTransaction(self, connection, work, trace, rows: rows, metadata: metadata)
    }

    /// Commits the transaction that is open, and finds out what became of it when that reports an error.
    func commit(_ work: SQLiteCommit, traced trace: ChangeSet, on connection: SQLiteConnection) throws {
        do {
            try connection.commit()
        } catch let failure as StoreError {
            let settlement = CommitSettlement(
                connection: connection, pool: engine.pool, probe: work.probe(for: trace, mapping),
                isWAL: isWAL)
            checkpoints.close()
            try settlement.settle(failure)
        }
    }
}
