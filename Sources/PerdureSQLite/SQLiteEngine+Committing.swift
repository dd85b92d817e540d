// SPDX-License-Identifier: Apache-2.0
// Commits: one transaction per change set, with the metadata that wait for it. What follows the writing is in
// Committing/SQLiteTransaction.swift.

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        let connection = try borrowWriter()
        let work = SQLiteCommit(connection: connection)
        let recorder = keptHistory.map { HistoryRecorder($0, connection) }
        work.recorder = recorder
        var changes = changes
        do {
            try connection.beginWriting()
            let marks = mapping.merges && changes.merges ? SaveMarks(connection) : nil
            try marks?.settleDoubt(of: &changes)
            try recorder?.willDelete(changes.deletions.map(\.key))
            switch try engine.write(changes, on: connection, support: work) {
            case .refused(let conflicts):
                connection.rollback()
                work.rolledBack()
                let described = try engine.describe(conflicts, on: connection)
                engine.pool.returnWriter()
                return .conflicts(described)
            case .written(let rows):
                recorder?.note(changes)
                try recorder?.write(changes.history?.author ?? CommitAuthor())
                try marks.map { try mark(&changes, $0) }
                let metadata = try pending.write(connection)
                return .prepared(
                    SQLiteTransaction(self, connection, work, changes, rows: rows, metadata: metadata))
            }
        } catch {
            connection.rollback()
            work.rolledBack()
            engine.pool.returnWriter()
            throw error
        }
    }

    /// Writes the mark of a save whose rows may all keep their versions.
    private func mark(_ changes: inout ChangeSet, _ marks: SaveMarks) throws {
        if changes.merges { changes.identify() }
        if let identifier = changes.identifier { try marks.write(identifier) }
    }

    /// Commits the transaction that is open, and finds out what became of it when that reports an error.
    func commit(_ changes: ChangeSet, on connection: SQLiteConnection) throws {
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
