// SPDX-License-Identifier: Apache-2.0
// A written change set in an open transaction. Made by PostgreSQLEngine.prepare. CommitSettlement.swift settles what has no
// answer.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// An open transaction with a change set; it keeps its connection.
final class ServerTransaction: RecordedCommit {
    /// nil once the transaction has ended.
    private var engine: PostgreSQLEngine?
    private let session: ServerSession
    private let work: ServerCommit
    private let rows: [Row]
    private let metadata: [String: PropertyListValue]?
    /// What settles a commit in doubt where nothing is marked.
    private let attached: AttachedSettlement?

    init(
        _ engine: PostgreSQLEngine, _ session: ServerSession, _ work: ServerCommit, rows: [Row],
        metadata: [String: PropertyListValue]?, attached: AttachedSettlement? = nil
    ) {
        self.attached = attached
        self.engine = engine
        self.session = session
        self.work = work
        self.rows = rows
        self.metadata = metadata
    }

    deinit { rollback() }

    func commit() throws -> [Row] {
        guard let engine = end() else { return rows }
        let process = session.process
        do {
            defer { engine.readers.pool.giveBack(session.connection) }
            // A third of the time is kept for settling what gets no answer.
            session.deadline = Deadline(after: engine.readers.timeout * 2 / 3)
            do { try work.commit() } catch {
                session.rollback()
                throw error
            }
        } catch let doubt as CommitInDoubt {
            try settle(doubt, engine, process)
        } catch {
            work.rolledBack()
            throw Self.storeError(error, engine)
        }
        // Without it those who only look at the activity would never hear of the commit.
        work.finishElsewhere(until: Deadline(after: min(1, engine.readers.timeout / 3)))
        work.committed()
        engine.pending.written(metadata)
        return rows
    }

    /// Returns when the save is committed.
    private func settle(_ doubt: CommitInDoubt, _ engine: PostgreSQLEngine, _ process: ServerProcess?) throws
    {
        do {
            if try isCommitted(doubt, engine, process) { return }
            throw StoreError.lost(
                place: engine.place, reason: "before the save was committed: \(doubt.cause)")
        } catch {
            work.rolledBack()
            throw error
        }
    }

    /// Whether the server has committed after all.
    private func isCommitted(_ doubt: CommitInDoubt, _ engine: PostgreSQLEngine, _ process: ServerProcess?)
        throws -> Bool
    {
        let deadline = Deadline(after: engine.readers.timeout / 3)
        if let mark = work.mark {
            return try CommitSettlement(
                pool: engine.readers.pool, mark: mark, process: process, place: engine.place
            ).isCommitted(until: deadline, after: doubt.cause)
        }
        guard let attached else {
            throw StoreError.inDoubt(
                path: engine.place, reason: "the store keeps no marks of saves: \(doubt.cause)")
        }
        return try attached.isCommitted(engine, process, until: deadline, after: doubt.cause)
    }

    private static func storeError(_ error: any Error, _ engine: PostgreSQLEngine) -> any Error {
        if error is Aborted {
            return StoreError.lost(place: engine.place, reason: "the server had ended the transaction")
        }
        return (error as? PostgreSQLError)?.storeError("committing") ?? error
    }

    var historyNumber: Int64? { work.historyNumber }

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
