// SPDX-License-Identifier: Apache-2.0
// A written change set in an open transaction. Made by PostgreSQLEngine.prepare.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// An open transaction with a change set; it keeps its connection.
final class ServerTransaction: PreparedCommit {
    /// nil once the transaction has ended.
    private var engine: PostgreSQLEngine?
    private let session: ServerSession
    private let work: ServerCommit
    private let rows: [Row]
    private let metadata: [String: PropertyListValue]?

    init(
        _ engine: PostgreSQLEngine, _ session: ServerSession, _ work: ServerCommit, rows: [Row],
        metadata: [String: PropertyListValue]?
    ) {
        self.engine = engine
        self.session = session
        self.work = work
        self.rows = rows
        self.metadata = metadata
    }

    deinit { rollback() }

    func commit() throws -> [Row] {
        guard let engine = end() else { return rows }
        defer { engine.readers.pool.giveBack(session.connection) }
        do { try work.commit() } catch let error as PostgreSQLError {
            session.rollback()
            work.rolledBack()
            throw error.storeError("committing")
        }
        work.committed()
        engine.pending.written(metadata)
        return rows
    }

    func rollback() {
        guard let engine = end() else { return }
        session.rollback()
        work.rolledBack()
        engine.readers.pool.giveBack(session.connection)
    }

    /// Returns the engine at the first call, then nil.
    private func end() -> PostgreSQLEngine? {
        defer { engine = nil }
        return engine
    }
}
#endif
