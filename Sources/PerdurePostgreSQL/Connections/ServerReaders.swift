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
            try session.reading(with: settings) { try body(session) }
        }
    }

    /// Reads again on another connection when the connection is lost, until the deadline (PG-99).
    private func repeating<T>(_ body: (ServerSession) throws -> T) throws -> T {
        do { return try repeatedly(body) } catch let error as PostgreSQLError {
            guard case .server(let report, _, _) = error, ["22003", "22012"].contains(report.state) else {
                throw error.storeError("reading", .reading)
            }
            throw CoreDataException.invalidArgument(
                "integer overflow on the server (\(report.message)); write one of the numbers with a fraction (1.0)"
            )
        }
    }

    /// Does something that may be done twice (PG-86).
    func repeatedly<T>(_ operation: String, _ body: (ServerSession) throws -> T) throws -> T {
        do { return try repeatedly(body) } catch let error as PostgreSQLError {
            throw error.storeError(operation)
        }
    }

    /// Again on another connection when the connection is lost or the server takes no writes, and once when statements must be
    /// prepared anew.
    private func repeatedly<T>(_ body: (ServerSession) throws -> T) throws -> T {
        let deadline = Deadline(after: timeout)
        var backoff = Backoff()
        var mayPrepare = true
        while true {
            do {
                return try pool.withConnection(until: deadline) { connection in
                    let session = ServerSession(connection, until: deadline, keys: keys)
                    do { return try body(session) } catch {
                        leaveStandby(after: error as? PostgreSQLError, session)
                        throw error
                    }
                }
            } catch let error as PostgreSQLError {
                let preparesAgain = mayPrepare && error.asksToPrepareAgain
                let isStandby = error.isOfStandby && !backoff.isExhausted
                guard error.isLoss || preparesAgain || isStandby, !deadline.isPast else { throw error }
                if preparesAgain { mayPrepare = false }
                backoff.wait(deadline)
            }
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
