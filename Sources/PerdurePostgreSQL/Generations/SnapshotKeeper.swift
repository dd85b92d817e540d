// SPDX-License-Identifier: Apache-2.0
// The connections of one read view (PG-131). The first one keeps the server's snapshot; more of them import it when several threads
// read at once. OpenReadViews.swift makes the first one.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Lends connections that all see one state of a store.
final class SnapshotKeeper: ReadConnections, @unchecked Sendable {
    // Sendable because the connections and counts are touched under the condition only.
    private let condition = NSCondition()
    private let snapshot: String
    private let timeout: TimeInterval
    private let place: String
    /// Makes a connection for a further reader.
    private let connect: @Sendable (Deadline) throws -> ServerConnection
    private let keys: KeyedStatements?
    /// Set in each transaction (PG-147).
    private let settings: [String: String]
    private var idle: [ServerConnection]
    private var lent = 0
    private var isClosed = false

    /// How many threads read one state at once.
    private static let limit = 4
    private static let savepoint = "perdure_read"

    /// Begins a read view on a connection.
    ///
    /// - Throws: `PostgreSQLError`.
    init(
        _ first: ServerConnection, _ place: String, timeout: TimeInterval, until deadline: Deadline,
        keys: KeyedStatements?, settings: [String: String],
        connect: @escaping @Sendable (Deadline) throws -> ServerConnection
    ) throws {
        let results = try first.run(
            Self.beginning(ServerRequest("SELECT pg_export_snapshot()"), settings), until: deadline)
        guard case .text(let name)? = try results[1].value(0, 0) else {
            throw PostgreSQLError.lost(place: place, reason: "the server gave no name to a snapshot")
        }
        snapshot = name
        self.place = place
        self.timeout = timeout
        self.connect = connect
        self.keys = keys
        self.settings = settings
        idle = [first]
    }

    /// The transaction of a reader; an error of one read goes back to the savepoint, since it would end the state otherwise.
    private static func beginning(_ snapshot: ServerRequest, _ settings: [String: String])
        -> [ServerRequest]
    {
        // An imported snapshot comes before any other statement.
        var requests = [ServerRequest("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), snapshot]
        if let request = SessionSettings.local(settings) { requests.append(request) }
        return requests + [
            // A state may be kept for longer than a transaction may idle. The rollback undoes it.
            ServerRequest("SELECT set_config('idle_in_transaction_session_timeout', '0', false)"),
            ServerRequest("SAVEPOINT \(savepoint)"),
        ]
    }

    // MARK: Reading

    func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        let deadline = Deadline(after: timeout)
        do {
            let connection = try borrow(until: deadline)
            defer { giveBack(connection) }
            let session = ServerSession(connection, until: deadline, returningTo: Self.savepoint, keys: keys)
            do { return try body(session) } catch {
                session.rollback()
                throw error
            }
        } catch let error as PostgreSQLError {
            throw error.storeError("reading a state of the store")
        }
    }

    private func borrow(until deadline: Deadline) throws -> ServerConnection {
        condition.lock()
        while !isClosed, idle.isEmpty, lent >= Self.limit, !deadline.isPast {
            _ = condition.wait(until: Date(timeIntervalSinceNow: deadline.remaining))
        }
        guard !isClosed, idle.count + lent > 0 else {
            condition.unlock()
            throw PostgreSQLError.closed
        }
        lent += 1
        let known = idle.popLast()
        condition.unlock()
        if let known { return known }
        do { return try importer(until: deadline) } catch {
            condition.withLock {
                lent -= 1
                condition.signal()
            }
            throw error
        }
    }

    /// A connection for one more reader.
    private func importer(until deadline: Deadline) throws -> ServerConnection {
        let connection = try connect(deadline)
        do {
            // No parameter can stand here; the name is the server's own, of digits, letters and hyphens.
            let name = snapshot.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            _ = try connection.run(
                Self.beginning(
                    ServerRequest("SET TRANSACTION SNAPSHOT '\(name)'", isPrepared: false), settings),
                until: deadline)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    private func giveBack(_ connection: ServerConnection) {
        condition.lock()
        defer { condition.unlock() }
        lent -= 1
        // A connection without its transaction would show the newest state.
        if connection.isInTransaction, !isClosed { idle.append(connection) } else { connection.close() }
        condition.broadcast()
    }

    // MARK: The end

    /// Ends the state: waits for running reads until a deadline.
    ///
    /// - Returns: Connections whose transactions are open still; none at a second call.
    func close(until deadline: Deadline) -> [ServerConnection] {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
        let open = idle
        idle = []
        while lent > 0, !deadline.isPast {
            _ = condition.wait(until: Date(timeIntervalSinceNow: deadline.remaining))
        }
        return open
    }
}
#endif
