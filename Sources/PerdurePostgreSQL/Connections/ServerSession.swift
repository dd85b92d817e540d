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
    let deadline: Deadline
    var cancellation: Cancellation?
    /// Where a rollback goes back to: a read view stays in its transaction; nil for all other sessions.
    private let savepoint: String?

    init(_ connection: ServerConnection, until deadline: Deadline, returningTo savepoint: String? = nil) {
        self.connection = connection
        self.deadline = deadline
        self.savepoint = savepoint
    }

    func statement(_ text: String) throws -> any PreparedStatement { ServerStatement(text, self) }

    func execute(_ text: String) throws { try run(ServerRequest(text, isPrepared: false)) }

    func beginWriting() throws { try execute("BEGIN") }

    func beginReading() throws {
        guard savepoint == nil else { return }
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func commit() throws { try execute("COMMIT") }

    func rollback() {
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
        try connection.run(request, until: deadline, cancellation)
    }

    /// Runs statements in one round trip.
    @discardableResult
    func run(_ requests: [ServerRequest]) throws -> [ServerResult] {
        try connection.run(requests, until: deadline, cancellation)
    }
}
#endif
