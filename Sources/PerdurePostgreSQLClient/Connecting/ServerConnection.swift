// SPDX-License-Identifier: Apache-2.0
// One connection to a server. ServerConnection+Running.swift (Pipeline/) runs statements on it, ServerConnection+Waiting.swift waits,
// and ServerConnectionPool.swift lends it.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// A connection, which one thread uses at a time.
///
/// After any surprise it is closed rather than used again (PG-33): `isUsable` says so.
package final class ServerConnection: @unchecked Sendable {
    // Sendable because its borrower alone uses it; the pool hands it on under a lock.
    private let handle: ConnectionHandle
    let configuration: ClientConfiguration
    /// Where it leads, for errors.
    let place: String
    /// Hides secrets in what libpq and the server say.
    let mask: SecretMask
    /// The statements that the server has prepared here.
    var statements: StatementNames
    /// Used again for each pipeline.
    var buffer = ParameterBuffer()
    /// Whether a cancellation was sent: it may come late, and end another statement.
    var hasBeenCancelled = false
    /// The answers that came before the last pipeline failed: what they say has happened.
    package internal(set) var unfinished: [ServerResult] = []
    /// When the server's process for this connection began, once somebody has asked; tells it from a later one of its number.
    package var backendStart: Int64?
    /// When it was made.
    let made = Deadline.now

    init(_ handle: ConnectionHandle, _ configuration: ClientConfiguration, statementLimit: Int = 256) {
        self.handle = handle
        self.configuration = configuration
        place = configuration.description
        statements = StatementNames(limit: statementLimit)
        let password = handle.pointer.flatMap { PQpass($0) }.map { String(cString: $0) }
        mask = configuration.mask.adding(password)
        if let pointer = handle.pointer, PQsetnonblocking(pointer, 1) != 0 { handle.close() }
    }

    /// libpq's pointer.
    ///
    /// - Throws: `PostgreSQLError.lost` once the connection is closed.
    func pointer() throws -> OpaquePointer {
        guard let pointer = handle.pointer else {
            throw PostgreSQLError.lost(place: place, reason: "it was closed after an earlier error")
        }
        return pointer
    }

    /// Closes the socket at once.
    ///
    /// Statements that run may end as they like.
    package func close() { handle.close() }

    /// Whether it can be given to somebody else: it is open, in no transaction, and nothing is left of what was done on it.
    package var isUsable: Bool {
        guard let pointer = handle.pointer, !hasBeenCancelled else { return false }
        return PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
            && PQpipelineStatus(pointer) == PQ_PIPELINE_OFF
    }

    /// Whether a transaction is open, in good order or failed.
    package var isInTransaction: Bool {
        guard let pointer = handle.pointer else { return false }
        let status = PQtransactionStatus(pointer)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// The server's version, as 150018.
    package func serverVersion() throws -> Int { Int(PQserverVersion(try pointer())) }

    /// The number of the server's process for this connection.
    package func processID() throws -> Int32 { PQbackendPID(try pointer()) }

    /// A setting that the server reports by itself.
    package func parameterStatus(_ name: String) throws -> String? {
        PQparameterStatus(try pointer(), name).map { String(cString: $0) }
    }

    /// Closes the connection and gives the error that says so, with libpq's words.
    func lost(_ reason: String? = nil) -> PostgreSQLError {
        let words = handle.pointer.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
        let text = reason ?? words.trimmingCharacters(in: .whitespacesAndNewlines)
        close()
        return .lost(place: place, reason: text.isEmpty ? "it was closed" : mask.apply(to: text))
    }
}
#endif
