// SPDX-License-Identifier: Apache-2.0
// Runs batches (PG-133): one transaction each, which ends like the transaction of a save. PerdureSQL writes the rows
// (Batches/BatchWork.swift); ServerPagedInsertion.swift inserts.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    package var runsBatches: Bool { keepsBooks }

    package func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        try requireWritable()
        // A batch that cannot be translated fails here, before it waits for a connection.
        let statements = try engine.work(for: batch)
        return try inTransaction("writing a batch", by: author) { session, work in
            try work.begin()
            let outcome = try engine.write(statements, on: session, support: work)
            // References to rows that are gone are found before any commit.
            try endWrites(session)
            try work.didWrite(.batch(outcome))
            let metadata = try pending.write(session, ServerName.quoted(options.namespace), place)
            return PreparedBatch(
                outcome, ServerTransaction(self, session, work, rows: [], metadata: metadata))
        }
    }

    package func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion {
        try requireWritable()
        return try inTransaction("inserting rows", by: author) { session, work in
            try work.begin()
            // Definitions that change later end the insertion: pages that are written cannot be tried again.
            try lookAtDefinitions(session)
            return ServerPagedInsertion(self, session, work)
        }
    }

    /// Runs a body that begins a transaction; nothing is committed, so a deadlock or a lost connection is tried again (PG-86).
    private func inTransaction<Result>(
        _ operation: String, by author: CommitAuthor, _ body: (ServerSession, ServerCommit) throws -> Result
    ) throws -> Result {
        let deadline = Deadline(after: options.client.timeout)
        var retries = WriteRetries(until: deadline, place: place)
        while true {
            do { return try tryOnce(until: deadline, by: author, body) } catch {
                let cause: any Error = (error as? RefusedStatement)?.error ?? error
                do { try retries.wait(after: cause) } catch _ { throw described(error, operation) }
            }
        }
    }

    /// Lends a connection to a body, which keeps it; an error gives it back.
    private func tryOnce<Result>(
        until deadline: Deadline, by author: CommitAuthor,
        _ body: (ServerSession, ServerCommit) throws -> Result
    ) throws -> Result {
        let connection = try readers.pool.borrow(until: deadline)
        let session = ServerSession(connection, until: deadline, keys: readers.keys)
        let work = ServerCommit(self, session, by: author)
        do { return try body(session, work) } catch {
            session.rollback()
            work.rolledBack()
            readers.leaveStandby(after: error.ofServer, session)
            defer { readers.pool.giveBack(connection) }
            throw try explainedByDefinitions(error, session)
        }
    }

    /// The error for those above the store.
    func described(_ error: any Error, _ operation: String) -> any Error {
        switch error {
        case let error as PostgreSQLError: error.storeError(operation)
        case let error as RefusedStatement: error.storeError(mapping)
        case is VanishedConflict:
            StoreError.busy(
                path: place, operation: "\(operation): others have changed the store's definitions", waited: 0
            )
        default: error
        }
    }
}

extension PostgreSQLEngine: SerialReads {
    /// A transaction keeps its connection, so with one of them nothing is left for reads.
    package var readsWaitForWrites: Bool { mostConnections == 1 }
}
#endif
