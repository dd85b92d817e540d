// SPDX-License-Identifier: Apache-2.0
// Runs batches (PG-133): one transaction each, which ends like the transaction of a save. PerdureSQL writes the rows
// (Batches/BatchWork.swift); ServerPagedInsertion.swift inserts.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    package var runsBatches: Bool { true }

    package func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        try requireWritable()
        // A batch that cannot be translated fails here, before it waits for a connection.
        let statements = try engine.work(for: batch)
        return try inTransaction("writing a batch", by: author) { session, work in
            work.begin()
            let outcome = try engine.write(statements, on: session, support: work)
            // References to rows that are gone are found before any commit.
            if options.makesForeignKeys { try session.run(ServerRequest("SET CONSTRAINTS ALL IMMEDIATE")) }
            try work.didWrite(.batch(outcome))
            let metadata = try pending.write(session, ServerName.quoted(options.namespace), place)
            return PreparedBatch(
                outcome, ServerTransaction(self, session, work, rows: [], metadata: metadata))
        }
    }

    package func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion {
        try requireWritable()
        return try inTransaction("inserting rows", by: author) { session, work in
            work.begin()
            return ServerPagedInsertion(self, session, work)
        }
    }

    /// Lends a connection to a body that begins a transaction and keeps the connection; an error gives it back.
    private func inTransaction<Result>(
        _ operation: String, by author: CommitAuthor, _ body: (ServerSession, ServerCommit) throws -> Result
    ) throws -> Result {
        let deadline = Deadline(after: options.client.timeout)
        do {
            let connection = try readers.pool.borrow(until: deadline)
            let session = ServerSession(connection, until: deadline)
            let work = ServerCommit(self, session, by: author)
            do { return try body(session, work) } catch {
                session.rollback()
                work.rolledBack()
                readers.pool.giveBack(connection)
                throw error
            }
        } catch {
            throw described(error, operation)
        }
    }

    /// The error for those above the store.
    func described(_ error: any Error, _ operation: String) -> any Error {
        switch error {
        case let error as PostgreSQLError: error.storeError(operation)
        case let error as RefusedStatement: error.storeError(mapping)
        default: error
        }
    }
}
#endif
