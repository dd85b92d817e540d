// SPDX-License-Identifier: Apache-2.0
// A written change set in an open transaction. Made by SQLiteEngine.prepare.

import PerdurePropertyList
import PerdureStore

/// An open transaction with a change set; it keeps the connection that writes.
final class SQLiteTransaction: RecordedCommit {
    /// nil once the transaction has ended.
    private var engine: SQLiteEngine?
    private let connection: SQLiteConnection
    private let work: SQLiteCommit
    /// The change set that can show the commit afterwards.
    private let trace: ChangeSet
    private let rows: [Row]
    private let metadata: [String: PropertyListValue]?

    init(
        _ engine: SQLiteEngine, _ connection: SQLiteConnection, _ work: SQLiteCommit, _ trace: ChangeSet,
        rows: [Row], metadata: [String: PropertyListValue]?
    ) {
        self.engine = engine
        self.connection = connection
        self.work = work
        self.trace = trace
        self.rows = rows
        self.metadata = metadata
        if case .string(let identifier)? = metadata?[StoreMetadata.uuidKey] {
            engine.watch.accept(identifier)
        }
    }

    deinit { rollback() }

    func commit() throws -> [Row] {
        guard let engine = end() else { return rows }
        defer { engine.pool.returnWriter() }
        do {
            try engine.commit(work, traced: trace, on: connection)
        } catch {
            connection.rollback()
            // A commit in doubt may have happened, so its external files must stay.
            if case StoreError.inDoubt = error { throw error }
            work.rolledBack()
            throw error
        }
        work.committed()
        engine.pending.written(metadata)
        engine.checkpoints.runIfDue(connection, engine.pool)
        return rows
    }

    var historyNumber: Int64? { work.historyNumber }

    func rollback() {
        guard let engine = end() else { return }
        connection.rollback()
        work.rolledBack()
        engine.pool.returnWriter()
    }

    /// Returns the engine at the first call, then nil.
    private func end() -> SQLiteEngine? {
        defer { engine = nil }
        return engine
    }
}
