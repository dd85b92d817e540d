// SPDX-License-Identifier: Apache-2.0
// Lends connections of the client's pool to the shared SQL engine, and turns the client's errors into those of a store.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The connections of one store.
final class ServerReaders: ReadConnections {
    let pool: ServerConnectionPool
    let timeout: TimeInterval

    init(_ pool: ServerConnectionPool, timeout: TimeInterval) {
        self.pool = pool
        self.timeout = timeout
    }

    /// Lends a session for reads; an overflow in a predicate is the evaluator's exception (PG-150).
    func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        do { return try withSession("reading", body) } catch StoreError.server(
            let state, let message, _) where state == "22003" || state == "22012"
        {
            throw CoreDataException.invalidArgument(
                "integer overflow on the server (\(message)); write one of the numbers with a fraction (1.0)")
        }
    }

    /// Lends a session for the time of a body; its deadline counts from here.
    func withSession<T>(_ operation: String, _ body: (ServerSession) throws -> T) throws -> T {
        let deadline = Deadline(after: timeout)
        do {
            return try pool.withConnection(until: deadline) { try body(ServerSession($0, until: deadline)) }
        } catch let error as PostgreSQLError {
            throw error.storeError(operation)
        }
    }
}
#endif
