// SPDX-License-Identifier: Apache-2.0
// Everything that a connection needs to know before it is made. ClientConfiguration+Parameters.swift makes libpq's parameters of it.

#if PostgreSQL
import Foundation

/// How a client connects and how its sessions behave.
package struct ClientConfiguration: Sendable {
    /// When a commit has happened: `synchronous_commit`.
    package enum Durability: String, Sendable {
        case full = "on"
        case normal = "local"
        case off
    }

    package var url: PostgreSQLURL
    /// Demanded in words; nil for what the hosts ask for (PG-8).
    package var tls: TLSLevel?
    /// Seconds until a call must have ended, and the clock of the server's statements.
    package var timeout: TimeInterval = 30
    /// Seconds for one host.
    package var connectTimeout: TimeInterval = 10
    /// How many connections may be open.
    package var poolSize = 8
    package var applicationName = ProcessInfo.processInfo.processName
    package var durability = Durability.full
    package var isReadOnly = false
    /// `SET ROLE` after connecting.
    package var role: String?
    /// Whether statements are prepared by name; false behind poolers that do not pass names on.
    package var preparesStatements = true
    /// Asked at each connection, for passwords that change.
    package var password: (@Sendable () throws -> String)?
    /// Hears of statements, on the thread that runs them.
    package var observer: StatementObserver?
    /// The environment, replaced by tests.
    var environment = ProcessInfo.processInfo.environment

    /// Takes a URL with its own parameters.
    ///
    /// - Throws: `PostgreSQLError.configuration` for a value that its parameter cannot have; the value is not repeated.
    package init(_ url: PostgreSQLURL) throws {
        self.url = url
        if let text = url["tls"] {
            tls = try Self.checked("tls", TLSLevel(rawValue: text)) { TLSLevel.selectable.contains($0) }
        }
        if let text = url["pool"] { poolSize = try Self.checked("pool", Int(text)) { 1...10_000 ~= $0 } }
        if let text = url["timeout"] {
            timeout = try Self.checked("timeout", Double(text)) { $0 > 0 && $0 <= 1_000_000 }
        }
        try checkForms()
    }

    private func checkForms() throws {
        if let text = url["sslmode"] {
            _ = try Self.checked("sslmode", TLSLevel(rawValue: text)) { _ in true }
        }
        if url["tls"] != nil, url["sslmode"] != nil {
            throw PostgreSQLError.configuration("the URL has both tls and sslmode; leave one of them out")
        }
        _ = try Self.checked("schema", url["schema"] ?? "public") { $0.utf8.count <= 63 }
        _ = try Self.checked("client_encoding", url["client_encoding"] ?? "UTF8") {
            ["utf8", "utf-8"].contains($0.lowercased())
        }
        let ports = (url["port"] ?? "").split(separator: ",")
        _ = try Self.checked("port", ports) { $0.allSatisfy(URLScanner.isPort) }
        _ = try Self.checked("connect_timeout", Double(url["connect_timeout"] ?? "0")) { $0 >= 0 }
    }

    private static func checked<T>(_ name: String, _ value: T?, _ isLegal: (T) -> Bool) throws -> T {
        guard let value, isLegal(value) else {
            let expected = Self.expectations[name].map { "; it is \($0)" } ?? ""
            throw PostgreSQLError.configuration(
                "the parameter \"\(name)\" of the URL has no legal value" + expected)
        }
        return value
    }

    private static let expectations = [
        "tls": "verify-full, verify-ca, require or disable", "pool": "a number from 1 on",
        "timeout": "a number of seconds", "schema": "a name of at most 63 bytes",
        "client_encoding": "UTF8",
        "port": "a number between 1 and 65535", "connect_timeout": "a number of seconds",
        "sslmode": "disable, allow, prefer, require, verify-ca or verify-full",
    ]
}

extension ClientConfiguration: CustomStringConvertible, CustomReflectable {
    /// The URL without secrets.
    package var description: String { url.description }
    /// What may be shown: a configuration holds passwords.
    package var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
#endif
