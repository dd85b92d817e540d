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

    /// Set in every transaction (PG-147).
    private let settings: [String: String]

    /// Exchanges keys that are no numbers; nil where all are.
    let keys: KeyedStatements?

    init(
        _ pool: ServerConnectionPool, timeout: TimeInterval, settings: [String: String] = [:],
        keys: KeyedStatements? = nil
    ) {
        self.keys = keys
        self.pool = pool
        self.timeout = timeout
        self.settings = settings
    }

    /// Lends a session for reads; an overflow in a predicate is the evaluator's exception (PG-150).
    func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        try repeating { session in
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

    /// Reads again on another connection when the connection is lost, until the deadline (PG-99).
    private func repeating<T>(_ body: (ServerSession) throws -> T) throws -> T {
        let deadline = Deadline(after: timeout)
        var backoff = Backoff()
        do {
            while true {
                do {
                    return try pool.withConnection(until: deadline) {
                        try body(ServerSession($0, until: deadline, keys: keys))
                    }
                } catch let error as PostgreSQLError where error.isLoss && !deadline.isPast {
                    backoff.wait(deadline)
                }
            }
        } catch let error as PostgreSQLError {
            guard case .server(let report, _, _) = error, ["22003", "22012"].contains(report.state) else {
                throw error.storeError("reading", .reading)
            }
            throw CoreDataException.invalidArgument(
                "integer overflow on the server (\(report.message)); write one of the numbers with a fraction (1.0)"
            )
        }
    }

    /// Lends a session for the time of a body; its deadline counts from here.
    func withSession<T>(
        _ operation: String, _ kind: ServerRefusal.Operation = .writing, _ body: (ServerSession) throws -> T
    ) throws -> T {
        let deadline = Deadline(after: timeout)
        do {
            return try pool.withConnection(until: deadline) {
                try body(ServerSession($0, until: deadline, keys: keys))
            }
        } catch let error as PostgreSQLError {
            throw error.storeError(operation, kind)
        }
    }
}
#endif
