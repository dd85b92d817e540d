// SPDX-License-Identifier: Apache-2.0
// The errors of the client. PostgreSQLError+StoreError.swift says which errors of a store they become.

#if PostgreSQL
import Foundation

/// Why a call of the client failed.
///
/// No case holds a secret: texts of libpq and of servers have gone through a `SecretMask`.
package enum PostgreSQLError: Error, Sendable {
    /// A URL, an option or the server itself does not fit: what, and what to do.
    case configuration(String)
    /// No connection was made: where, libpq's words, and the server's code if it gave one.
    case connecting(place: String, reason: String, state: String?)
    /// The server refused a statement: the report, where, and the position of the statement in its pipeline.
    case server(ServerReport, place: String, index: Int)
    /// A value has no form on the server, or came back in another form than expected.
    case invalidValue(what: String, reason: String)
    /// A call had not ended by its deadline.
    case timedOut(operation: String, waited: TimeInterval, place: String)
    /// The caller cancelled the call.
    case cancelled
    /// The connection broke; what the call was to do may or may not have been done.
    case lost(place: String, reason: String)
    /// The pool is closed.
    case closed
}

extension PostgreSQLError: CustomStringConvertible, CustomDebugStringConvertible {
    /// What failed and what to do, without secrets and without values of rows.
    package var description: String {
        switch self {
        case .configuration(let text): text
        case .connecting(let place, let reason, let state):
            "no connection to \(place): \(reason)" + (state.map { " (SQLSTATE \($0))" } ?? "")
                + (state == "53300" ? Self.fullAdvice : "")
        case .server(let report, let place, _):
            "the server \(place) refused a statement: \(report.message) (SQLSTATE \(report.state))"
                + (report.hint.map { ". Its advice: \($0)" } ?? "")
        case .invalidValue(let what, let reason): "\(what): \(reason)"
        case .timedOut(let operation, let waited, let place):
            "\(operation) at \(place) had not ended after \((waited * 1000).rounded() / 1000) s"
        case .cancelled: "the call was cancelled"
        case .lost(let place, let reason): "the connection to \(place) was lost: \(reason)"
        case .closed: "the connections are closed"
        }
    }

    /// What to do when a server, a database or a role has no connection left.
    private static let fullAdvice =
        "; give stores smaller pools, close connections of other programs, or raise max_connections or the role's limit"

    /// The description: what reflection would add repeats values of rows.
    package var debugDescription: String { description }
}

extension PostgreSQLError {
    /// The server's code, if the server said one.
    package var state: String? {
        switch self {
        case .server(let report, _, _): report.state
        case .connecting(_, _, let state): state
        default: nil
        }
    }

    /// Whether preparing the connection's statements anew helps.
    package var asksToPrepareAgain: Bool {
        if case .server(let report, _, _) = self { report.asksToPrepareAgain } else { false }
    }
}
#endif
