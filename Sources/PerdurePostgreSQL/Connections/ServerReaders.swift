// SPDX-License-Identifier: Apache-2.0
// Lends connections of the client's pool to the shared SQL engine, and turns the client's errors into those of a store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The connections of one store.
final class ServerReaders: ReadConnections {
    let pool: ServerConnectionPool
    let timeout: TimeInterval

    /// Set in every transaction (PG-147).
    private let settings: [String: String]

    init(_ pool: ServerConnectionPool, timeout: TimeInterval, settings: [String: String] = [:]) {
        self.pool = pool
        self.timeout = timeout
        self.settings = settings
    }

    func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        try withSession("reading") { session in
            guard let request = SessionSettings.local(settings) else { return try body(session) }
            // Settings end with their transaction, so that poolers mix nothing up.
            try session.beginReading()
            session.queue(request)
            session.isEnclosed = true
            defer {
                session.isEnclosed = false
                session.rollback()
            }
            return try body(session)
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
