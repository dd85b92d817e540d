// SPDX-License-Identifier: Apache-2.0
// Inserts rows in pages: one transaction, with a savepoint around each page, so that a page with conflicts can be left out.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// An open transaction that takes pages of new rows.
final class ServerPagedInsertion: ForwardInsertion {
    /// nil after the end of the transaction, or after its handover to the prepared commit.
    private var engine: PostgreSQLEngine?
    private let session: ServerSession
    /// The transaction's participants, for all pages.
    private let work: ServerCommit
    /// Whether each page's references are checked with it; else the commit checks those of all pages.
    private var checksPages = true

    init(_ engine: PostgreSQLEngine, _ session: ServerSession, _ work: ServerCommit) {
        self.engine = engine
        self.session = session
        self.work = work
    }

    deinit { rollback() }

    func allowForwardReferences() { checksPages = false }

    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        do { return try current().reserveKeys(count, entity: entity, on: session) } catch let error
            as PostgreSQLError
        {
            throw error.storeError("reserving keys")
        }
    }

    func write(_ page: ChangeSet) throws -> CommitResult {
        do { return try written(page) } catch {
            guard let engine else { throw error }
            session.rollback()
            defer { rollback() }
            do { throw try engine.explainedByDefinitions(error, session) } catch {
                throw engine.described(error, "inserting rows")
            }
        }
    }

    private func written(_ page: ChangeSet) throws -> CommitResult {
        let engine = try current()
        // Each page has the time of a save; the caller may take long between two.
        session.deadline = Deadline(after: engine.options.client.timeout)
        var page = page
        // The page before has checked its keys at once.
        try session.run([
            ServerRequest("SET CONSTRAINTS ALL DEFERRED"), ServerRequest("SAVEPOINT page"),
        ])
        try work.willWrite(&page)
        let outcome = try engine.write(page, session, work, checksKeys: checksPages) {
            try $0.execute("ROLLBACK TO page")
        }
        switch outcome {
        case .refused(let conflicts):
            try session.execute("ROLLBACK TO page")
            return .conflicts(try engine.engine.describe(conflicts, on: session))
        case .written(let rows):
            try work.didWrite(.changes(page))
            try session.execute("RELEASE page")
            return .committed(rows: rows)
        }
    }

    func prepared() throws -> any PreparedCommit {
        let engine = try current()
        do {
            let metadata = try engine.pending.write(
                session, ServerName.quoted(engine.options.namespace), engine.place)
            self.engine = nil
            return ServerTransaction(engine, session, work, rows: [], metadata: metadata)
        } catch let error as PostgreSQLError {
            throw error.storeError("inserting rows")
        }
    }

    func rollback() {
        guard let engine else { return }
        self.engine = nil
        session.rollback()
        work.rolledBack()
        engine.readers.pool.giveBack(session.connection)
    }

    private func current() throws -> PostgreSQLEngine {
        guard let engine else { throw StoreError.closed }
        return engine
    }
}

#endif
