// SPDX-License-Identifier: Apache-2.0
// Stores of the tests: each in a namespace of its own on the server of Scripts/with-postgres, dropped at the end.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureTestSupport
import Testing

/// Namespaces that are dropped when the object goes.
final class TestStores: @unchecked Sendable {
    // Sendable because the names are touched under the lock only.
    private let lock = NSLock()
    private var namespaces: [ObjectIdentifier: String] = [:]
    private var all: [String] = []

    static let url = ProcessInfo.processInfo.environment["PERDURE_POSTGRES_URL"]
    static var isThere: Bool { url != nil }
    static let advice: Comment = "no server: run under Scripts/with-postgres, or set PERDURE_POSTGRES_URL"

    deinit {
        guard !all.isEmpty, let client = try? Self.client(),
            let connection = try? ConnectionMaker(client).connect(until: Deadline(after: 20))
        else { return }
        for name in all {
            _ = try? connection.run(
                ServerRequest("DROP SCHEMA IF EXISTS \(name) CASCADE", isPrepared: false),
                until: Deadline(after: 20))
        }
        connection.close()
    }

    static func client() throws -> ClientConfiguration {
        var client = try ClientConfiguration(PostgreSQLURL(url ?? "postgresql:///none"))
        client.applicationName = "tests"
        client.poolSize = 4
        return client
    }

    /// Runs a statement as another program.
    @discardableResult
    static func run(_ text: String) throws -> ServerResult {
        let connection = try ConnectionMaker(client()).connect(until: Deadline(after: 20))
        defer { connection.close() }
        return try connection.run(ServerRequest(text, isPrepared: false), until: Deadline(after: 20))
    }

    /// How many connections of a program there are.
    static func connections(named name: String) throws -> Int64 {
        let result = try run("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '\(name)%'")
        guard case .int8(let count)? = try result.value(0, 0) else { return -1 }
        return count
    }

    /// How to connect through a proxy, as the user of the tests or another one.
    static func client(through proxy: FaultProxy, as other: String? = nil) throws -> ClientConfiguration {
        let database = try PostgreSQLURL(url ?? "postgresql:///none")
        let owner = database["user"] ?? NSUserName()
        let user = other ?? owner
        var client = try ClientConfiguration(
            PostgreSQLURL(
                "postgresql://\(user)@127.0.0.1:\(proxy.port)/\(database["dbname"] ?? owner)?sslmode=disable")
        )
        client.applicationName = "tests"
        client.poolSize = 4
        return client
    }

    /// The path of the server's socket; nil for a server with an address.
    static var socketPath: String? {
        guard let url, let read = try? PostgreSQLURL(url), let host = read["host"], host.hasPrefix("/")
        else { return nil }
        return host + "/.s.PGSQL." + (read["port"] ?? "5432")
    }

    /// Whether the server's processes are of this machine, and may be sent signals.
    static let canStopProcesses: Bool = {
        guard socketPath != nil, let client = try? client(),
            let connection = try? ConnectionMaker(client).connect(until: Deadline(after: 20))
        else { return false }
        defer { connection.close() }
        let found = try? connection.run(
            ServerRequest("SELECT pg_backend_pid()"), until: Deadline(after: 20))
        guard case .int4(let process)? = try? found?.value(0, 0) else { return false }
        return kill(process, 0) == 0
    }()

    /// A new namespace.
    func namespace() -> String {
        let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        lock.withLock { all.append(name) }
        return name
    }

    /// Opens a new store, or the store of a namespace.
    func open(
        _ schema: Schema, in namespace: String? = nil, _ change: (inout PostgreSQLOptions) -> Void = { _ in }
    ) throws -> PostgreSQLEngine {
        let name = namespace ?? self.namespace()
        var options = PostgreSQLOptions(try Self.client())
        options.namespace = name
        // Tests that count statements count no removal by chance.
        options.savesPerRemoval = .max
        change(&options)
        let engine = try PostgreSQLEngine.open(options, schema: schema)
        lock.withLock { namespaces[ObjectIdentifier(engine)] = name }
        return engine
    }

    /// Opens the store of an engine again.
    func reopen(_ engine: any StoreEngine) throws -> PostgreSQLEngine {
        try open(engine.schema, in: lock.withLock { namespaces[ObjectIdentifier(engine)] })
    }
}
#endif
