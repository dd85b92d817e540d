// SPDX-License-Identifier: Apache-2.0
// Commits: one transaction per change set, with the metadata that wait for it.

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package func commit(_ changes: ChangeSet) throws -> CommitResult {
        try write { connection in
            let work = SQLiteCommit(connection: connection)
            let result = try commit(changes, connection, work)
            checkpoints.runIfDue(connection)
            return result
        }
    }

    private func commit(_ changes: ChangeSet, _ connection: SQLiteConnection, _ work: SQLiteCommit) throws
        -> CommitResult
    {
        try connection.beginWriting()
        do {
            switch try engine.write(changes, on: connection, support: work) {
            case .refused(let conflicts):
                connection.rollback()
                work.rolledBack()
                return .conflicts(try engine.describe(conflicts, on: connection))
            case .written(let rows):
                let metadata = try pending.write(connection)
                try finish(changes, connection)
                work.committed()
                pending.written(metadata)
                return .committed(rows: rows)
            }
        } catch {
            connection.rollback()
            // A commit in doubt may turn out to have happened: its files must be there then.
            if case StoreError.inDoubt = error { throw error }
            work.rolledBack()
            throw error
        }
    }

    private func finish(_ changes: ChangeSet, _ connection: SQLiteConnection) throws {
        do {
            try connection.commit()
        } catch let failure as StoreError {
            let settlement = CommitSettlement(
                connection: connection, pool: engine.pool,
                probe: CommitProbe(changes, mapping: mapping), isWAL: isWAL)
            checkpoints.close()
            try settlement.settle(failure)
        }
    }
}
