// SPDX-License-Identifier: Apache-2.0
// What each session is told before it is used, in one round trip (PG-28), and what is asked of the server (PG-9).

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation
import PerdureStore

extension ServerConnection {
    /// The newest oldest server.
    private static let oldestServer = 140_000

    /// Prepares a new session.
    ///
    /// - Throws: `PostgreSQLError.configuration` for a server that is too old or keeps texts in another encoding.
    func prepareSession(until deadline: Deadline, _ cancellation: Cancellation?) throws {
        try checkServer()
        let settings = SessionSettings.of(configuration)
        do {
            _ = try run(SessionSettings.request(settings), until: deadline, cancellation)
        } catch PostgreSQLError.server(let report, _, _) where report.state == "22023" {
            // Some systems cannot look whether a client is still there: their servers refuse the setting.
            let others = settings.filter { $0.name != SessionSettings.connectionCheck }
            _ = try run(SessionSettings.request(others), until: deadline, cancellation)
        } catch PostgreSQLError.server(let report, let place, _) {
            throw PostgreSQLError.connecting(place: place, reason: report.message, state: report.state)
        }
    }

    private func checkServer() throws {
        let version = try serverVersion()
        guard version >= Self.oldestServer else {
            throw PostgreSQLError.configuration(
                "the server \(place) has the version \(version / 10_000); 14 or newer is needed")
        }
        let encoding = try parameterStatus("server_encoding") ?? "no encoding"
        guard encoding == "UTF8" else {
            throw PostgreSQLError.configuration(
                "the database \(place) keeps texts as \(encoding); create it with the encoding UTF8")
        }
    }
}

/// The settings of a session.
package enum SessionSettings {
    static let connectionCheck = "client_connection_check_interval"

    /// Names and values, in the order in which they are set.
    static func of(_ configuration: ClientConfiguration) -> [(name: String, value: String)] {
        let milliseconds = Int(min(configuration.timeout * 1000, 2_000_000_000))
        var settings = [
            ("search_path", "pg_catalog"), ("TimeZone", "UTC"),
            // Texts of values lose nothing, whatever the role or the database has set.
            ("DateStyle", "ISO, YMD"), ("IntervalStyle", "postgres"), ("extra_float_digits", "1"),
            ("bytea_output", "hex"),
            ("statement_timeout", "\(milliseconds)"), ("lock_timeout", "\(milliseconds)"),
            ("idle_in_transaction_session_timeout", "\(min(milliseconds * 2, 2_000_000_000))"),
            (connectionCheck, "2000"),
            ("synchronous_commit", configuration.durability.rawValue), ("jit", "off"),
            ("default_transaction_isolation", "read committed"), ("row_security", "on"),
            ("default_transaction_read_only", configuration.isReadOnly ? "on" : "off"),
        ]
        // The last: the role may have settings of its own, and may do less.
        if let role = configuration.role { settings.append(("role", role)) }
        return settings.map { (name: $0.0, value: $0.1) }
    }

    /// One statement that sets them all; not by the connection's options, which poolers refuse.
    static func request(_ settings: [(name: String, value: String)]) -> ServerRequest {
        let calls = settings.indices.map {
            "pg_catalog.set_config($\(2 * $0 + 1), $\(2 * $0 + 2), false)"
        }
        return ServerRequest(
            "SELECT " + calls.joined(separator: ", "),
            settings.flatMap { [.text($0.name), .text($0.value)] }, isPrepared: false)
    }
}
#endif
