// SPDX-License-Identifier: Apache-2.0
// A borrowed connection, as the shared SQL engine uses connections. ServerStatement.swift has the statements; what writes many
// rows sends pipelines instead (Writing/).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A connection for the time of one read or one transaction.
final class ServerSession: SQLConnection {
    let connection: ServerConnection
    /// When everything on it must have ended.
    var deadline: Deadline
    var cancellation: Cancellation?
    /// Where a rollback goes back to: a read view stays in its transaction; nil for all other sessions.
    private let savepoint: String?
    /// Whether a transaction encloses all that is done, so that no other one begins or ends.
    var isEnclosed = false
    /// Exchanges keys that are no numbers; nil where all are.
    let keys: SessionKeys?
    /// What goes with the next pipeline.
    private var queue: [(request: ServerRequest, check: ((ServerResult) throws -> Void)?)] = []

    init(
        _ connection: ServerConnection, until deadline: Deadline, returningTo savepoint: String? = nil,
        keys: KeyedStatements? = nil
    ) {
        self.keys = keys.map { SessionKeys($0) }
        self.connection = connection
        self.deadline = deadline
        self.savepoint = savepoint
    }

    func statement(_ text: String) throws -> any PreparedStatement { ServerStatement(text, self) }

    func plannedStatement(_ text: String) throws -> any PreparedStatement {
        ServerStatement(text, self, isPrepared: false)
    }

    func execute(_ text: String) throws { try run(ServerRequest(text, isPrepared: false)) }

    func beginWriting() throws { queue(ServerRequest("BEGIN")) }

    func beginReading() throws {
        guard savepoint == nil, !isEnclosed else { return }
        queue(ServerRequest("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    }

    func commit() throws { if !isEnclosed { try execute("COMMIT") } }

    func rollback() {
        if isEnclosed { return }
        queue = []
        guard connection.isInTransaction else { return }
        // A rollback without an answer closes the connection, and the server rolls back by itself.
        let text = savepoint.map { "ROLLBACK TO SAVEPOINT \($0)" } ?? "ROLLBACK"
        do { try run(ServerRequest(text, isPrepared: false)) } catch { connection.close() }
    }

    /// Reads have the deadline of their call.
    func limitRun(_ seconds: TimeInterval?) {}

    func endRuns(by cancellation: Cancellation?) { self.cancellation = cancellation }

    @discardableResult
    func run(_ request: ServerRequest) throws -> ServerResult {
        if queue.isEmpty, keys == nil {
            ServerTraffic.count(statements: 1)
            return try connection.run(request, until: deadline, cancellation)
        }
        guard let result = try run([request]).first else {
            throw PostgreSQLError.invalidValue(what: "statement", reason: "it had no result")
        }
        return result
    }

    /// Runs statements in one round trip, behind what was queued.
    @discardableResult
    func run(_ requests: [ServerRequest]) throws -> [ServerResult] {
        let first = queue
        queue = []
        let all = try exchanged(first.isEmpty ? requests : first.map(\.request) + requests)
        ServerTraffic.count(statements: all.count)
        let results: [ServerResult]
        do { results = try connection.run(all, until: deadline, cancellation) } catch PostgreSQLError.server(
            let report, let place, let index)
        {
            throw PostgreSQLError.server(report, place: place, index: index - first.count)
        }
        if first.isEmpty { return results }
        for (queued, result) in zip(first, results) { try queued.check?(result) }
        return Array(results.dropFirst(first.count))
    }

    /// The statements with others' keys in place of numbers.
    private func exchanged(_ requests: [ServerRequest]) throws -> [ServerRequest] {
        guard let keys else { return requests }
        return try requests.map(keys.request)
    }

    /// Runs a statement behind what was queued, and hands over its rows as they come (PG-101).
    func stream(_ request: ServerRequest, into sink: @escaping (ServerRows) throws -> Void) throws {
        let first = queue
        queue = []
        ServerTraffic.count(statements: first.count + 1)
        let results = try connection.stream(
            try exchanged(first.map(\.request) + [request]), until: deadline, cancellation, into: sink)
        for (queued, result) in zip(first, results) { try queued.check?(result) }
    }

    /// Sends rows by COPY, behind what was queued (PG-74).
    ///
    /// - Returns: How many rows the server has taken.
    func copy(_ text: String, _ rows: CopyBytes) throws -> Int {
        if !queue.isEmpty { try run([]) }
        ServerTraffic.count(statements: 1)
        return try connection.copy(text, rows, until: deadline)
    }

    /// Lets a statement travel with the next pipeline, in front of it.
    ///
    /// - Parameters:
    ///   - request: The statement.
    ///   - check: Looks at its answer.
    func queue(_ request: ServerRequest, check: ((ServerResult) throws -> Void)? = nil) {
        queue.append((request, check))
    }

    /// The server's process of this connection, once `noteProcess` has been answered.
    var process: ServerProcess? {
        guard let number = try? connection.processID(), let start = connection.backendStart else {
            return nil
        }
        return ServerProcess(number: number, start: start)
    }

    /// Asks once for each connection when its process began.
    func noteProcess() {
        guard connection.backendStart == nil else { return }
        let text = "SELECT backend_start FROM pg_stat_get_activity(pg_backend_pid())"
        queue(ServerRequest(text, isPrepared: false)) { [connection] result in
            if case .timestamptz(let start)? = try result.value(0, 0) { connection.backendStart = start }
        }
    }

    /// Takes back what was queued and not sent.
    func takeQueue() -> [ServerRequest] {
        defer { queue = [] }
        return queue.map(\.request)
    }
}
#endif
