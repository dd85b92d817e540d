// SPDX-License-Identifier: Apache-2.0
// Commits change sets: one transaction each, with the pending metadata. Committing/TransactionParticipant.swift lists the
// participants' calls; Committing/SQLiteTransaction.swift ends the transaction.

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
                pool.returnWriter()
                return .conflicts(described)
            case .written(let rows):
                try work.didWrite(.changes(changes))
                try work.willCommit(&changes)
                return .prepared(try transaction(of: work, on: connection, traced: changes, rows: rows))
            }
        }
    }

    /// Lends the connection that writes, with the participants; takes the connection back if the body throws.
    func writing<Result>(
        by author: CommitAuthor, _ body: (SQLiteConnection, SQLiteCommit) throws -> Result
    ) throws -> Result {
        let connection = try borrowWriter()
        let work = SQLiteCommit(features, connection: connection, by: author)
        do { return try body(connection, work) } catch {
            connection.rollback()
            work.rolledBack()
            pool.returnWriter()
            throw error
        }
    }

    /// Writes the pending metadata.
    ///
    /// - Parameters:
    ///   - work: The transaction's participants.
    ///   - connection: The connection with the open transaction.
    ///   - trace: The change set that can show the commit.
    ///   - rows: The rows whose stored state may differ from the change set.
    /// - Returns: The transaction, ready to commit.
    /// - Throws: Any error of the database.
    func transaction(
        of work: SQLiteCommit, on connection: SQLiteConnection, traced trace: ChangeSet, rows: [Row] = []
    ) throws -> SQLiteTransaction {
        let metadata = try pending.write(connection)
        return SQLiteTransaction(self, connection, work, trace, rows: rows, metadata: metadata)
    }

    /// Commits the open transaction, and settles the doubt if the commit reports an error.
    func commit(_ work: SQLiteCommit, traced trace: ChangeSet, on connection: SQLiteConnection) throws {
        do {
            try connection.commit()
        } catch let failure as StoreError {
            let resolution = InDoubtCommitResolution(
                connection: connection, pool: pool, probe: work.probe(for: trace, mapping),
                isWAL: isWAL)
            checkpoints.close()
            try resolution.resolve(failure)
        }
    }
}
