// SPDX-License-Identifier: Apache-2.0
// The server that tests speak to: the one of Scripts/with-postgres, or another one named by PERDURE_POSTGRES_URL.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import PerdureTestSupport

/// The server of the tests.
enum TestServer {
    /// Its URL; nil without a server.
    static let url = ProcessInfo.processInfo.environment["PERDURE_POSTGRES_URL"]
    static var isThere: Bool { url != nil }
    static let advice = "no server: run under Scripts/with-postgres, or set PERDURE_POSTGRES_URL"

    /// How tests connect.
    static func configuration(_ change: (inout ClientConfiguration) -> Void = { _ in }) throws
        -> ClientConfiguration
    {
        var configuration = try ClientConfiguration(PostgreSQLURL(url ?? "postgresql:///none"))
        configuration.applicationName = "tests"
        change(&configuration)
        return configuration
    }

    /// A connection.
    static func connect(_ change: (inout ClientConfiguration) -> Void = { _ in }) throws
        -> ServerConnection
    {
        try ConnectionMaker(configuration(change)).connect(until: Deadline(after: 20))
    }

    /// How to connect through a proxy.
    static func configuration(through proxy: FaultProxy) throws -> ClientConfiguration {
        let database = try PostgreSQLURL(url ?? "postgresql:///none")
        let user = database["user"] ?? NSUserName()
        return try ClientConfiguration(
            PostgreSQLURL("postgresql://\(user)@127.0.0.1:\(proxy.port)/\(database["dbname"] ?? user)"))
    }

    /// The path of the server's socket; nil for a server with an address.
    static var socketPath: String? {
        guard let url, let read = try? PostgreSQLURL(url), let host = read["host"], host.hasPrefix("/")
        else { return nil }
        return host + "/.s.PGSQL." + (read["port"] ?? "5432")
    }

    /// Runs a body in a namespace of its own, which is dropped afterwards.
    static func withNamespace<T>(_ body: (ServerConnection, String) throws -> T) throws -> T {
        let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        let connection = try connect()
        try connection.run(ServerRequest("CREATE SCHEMA \(name)"), until: soon)
        defer {
            let cleaner = try? connect()
            _ = try? cleaner?.run(ServerRequest("DROP SCHEMA \(name) CASCADE"), until: soon)
        }
        return try body(connection, name)
    }

    /// A deadline that no test shall reach.
    static var soon: Deadline { Deadline(after: 20) }
}

/// The value of a result's first row and column.
func only(_ result: ServerResult) throws -> ServerValue? { try result.value(0, 0) }
#endif
