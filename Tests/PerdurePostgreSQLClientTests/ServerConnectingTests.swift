// SPDX-License-Identifier: Apache-2.0
// Making connections: what a session is told, what is refused and how it is said, and that nobody waits longer than allowed.

#if PostgreSQL
import Foundation
import PerdureStore
@testable import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerConnectingTests {
    @Test("PG-28 a session has the settings of the book")
    func settings() throws {
        let connection = try TestServer.connect {
            $0.timeout = 7
            $0.durability = .normal
            $0.isReadOnly = true
        }
        let expected = [
            "search_path": "pg_catalog", "TimeZone": "UTC", "statement_timeout": "7s",
            "lock_timeout": "7s",
            "idle_in_transaction_session_timeout": "14s", "client_connection_check_interval": "2s",
            "synchronous_commit": "local", "jit": "off",
            "default_transaction_isolation": "read committed",
            "DateStyle": "ISO, YMD", "IntervalStyle": "postgres", "extra_float_digits": "1",
            "bytea_output": "hex",
            "row_security": "on", "default_transaction_read_only": "on",
            "application_name": "tests (perdure)",
            "client_encoding": "UTF8",
        ]
        for (name, value) in expected {
            let result = try connection.run(
                ServerRequest("SELECT current_setting($1)", [.text(name)]), until: TestServer.soon)
            #expect(try only(result) == .text(value), "\(name)")
        }
        #expect(try connection.serverVersion() >= 140_000)
        #expect(connection.isUsable)
    }

    @Test("PG-28 the role is taken last, and one that is not there is a refusal")
    func role() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(ServerRequest("CREATE ROLE \(name)"), until: TestServer.soon)
            defer { _ = try? connection.run(ServerRequest("DROP ROLE \(name)"), until: TestServer.soon) }
            let other = try TestServer.connect { $0.role = name }
            #expect(
                try only(other.run(ServerRequest("SELECT current_user::text"), until: TestServer.soon))
                    == .text(name))
        }
        #expect(throws: PostgreSQLError.self) { try TestServer.connect { $0.role = "nobody at all" } }
    }

    @Test("PG-150 refusals have the server's code, in one line")
    func refusals() throws {
        do {
            let base = try TestServer.configuration()
            var url = base
            url.url = try PostgreSQLURL(
                base.url.completeText.replacingOccurrences(of: "/postgres?", with: "/no_such_database?"))
            _ = try ConnectionMaker(url).connect(until: TestServer.soon)
            Issue.record("there is no such database")
        } catch PostgreSQLError.connecting(_, let reason, let state) {
            #expect(state == "3D000")
            #expect(
                reason.contains("no_such_database") && !reason.contains("\n")
                    && !reason.contains("LOCATION"))
        }
    }

    @Test("PG-150 a full server is asked again until the deadline")
    func fullServer() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(
                ServerRequest("CREATE ROLE \(name) LOGIN CONNECTION LIMIT 1"), until: TestServer.soon)
            defer { _ = try? connection.run(ServerRequest("DROP ROLE \(name)"), until: TestServer.soon) }
            let configuration = try Self.configuration(user: name)
            let first = try ConnectionMaker(configuration).connect(until: TestServer.soon)
            do {
                _ = try ConnectionMaker(configuration).connect(until: Deadline(after: 0.3))
                Issue.record("the role may have one connection")
            } catch let error as PostgreSQLError {
                #expect(error.state == "53300")
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { first.close() }
            _ = try ConnectionMaker(configuration).connect(until: TestServer.soon)
        }
    }

    private static func configuration(user: String) throws -> ClientConfiguration {
        let url = try TestServer.configuration().url
        return try ClientConfiguration(PostgreSQLURL(url.completeText + "&user=\(user)"))
    }

    @Test("PG-9 a database with another encoding is refused with what was found")
    func encoding() throws {
        let connection = try TestServer.connect()
        let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        try connection.run(
            ServerRequest("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'"),
            until: TestServer.soon)
        defer {
            _ = try? connection.run(
                ServerRequest("DROP DATABASE \(name) WITH (FORCE)"), until: TestServer.soon)
        }
        let url = try TestServer.configuration().url.completeText + "&dbname=\(name)"
        do {
            _ = try ConnectionMaker(ClientConfiguration(PostgreSQLURL(url))).connect(
                until: TestServer.soon)
            Issue.record("its encoding is no UTF8")
        } catch PostgreSQLError.configuration(let text) { #expect(text.contains("SQL_ASCII")) }
    }

    @Test("PG-6 the option's closure is asked at each connection, and its error is not repeated")
    func closure() throws {
        let asked = Cancellation()
        _ = try TestServer.connect {
            $0.password = {
                asked.cancel()
                return "any"
            }
        }
        #expect(asked.isCancelled)
        struct Canary: Error { let text = "canary" }
        do {
            _ = try TestServer.connect { $0.password = { throw Canary() } }
            Issue.record("the closure threw")
        } catch {
            #expect("\(error)".contains("PerdurePostgreSQLPassword") && !"\(error)".contains("canary"))
        }
    }
}

@Suite struct ServerDeafnessTests {
    @Test(
        "PG-27 a server that accepts and never answers costs no more than the deadline, or the time per host"
    )
    func silence() throws {
        let proxy = try FaultProxy(target: "")
        defer { proxy.end() }
        var configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql://u@127.0.0.1:\(proxy.port)/d"))
        var start = Deadline.now
        #expect(throws: PostgreSQLError.self) {
            try ConnectionMaker(configuration).connect(until: Deadline(after: 0.3))
        }
        #expect(Deadline.now - start < 2_000_000_000)
        configuration.connectTimeout = 0.2
        start = Deadline.now
        #expect(throws: PostgreSQLError.self) {
            try ConnectionMaker(configuration).connect(until: TestServer.soon)
        }
        #expect(Deadline.now - start < 3_000_000_000)
    }

    @Test("PG-27 connecting can be cancelled")
    func cancelling() throws {
        let proxy = try FaultProxy(target: "")
        defer { proxy.end() }
        let configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql://u@127.0.0.1:\(proxy.port)/d"))
        let cancellation = Cancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { cancellation.cancel() }
        do {
            _ = try ConnectionMaker(configuration).connect(until: TestServer.soon, cancellation)
            Issue.record("nobody answers")
        } catch PostgreSQLError.cancelled {}
    }

    @Test("PG-150 hosts that are unknown or refuse are said one by one")
    func severalHosts() throws {
        let configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql:///d?host=127.0.0.1,/nowhere&port=1,5432&user=u"))
        do {
            _ = try ConnectionMaker(configuration).connect(until: TestServer.soon)
            Issue.record("nobody is there")
        } catch PostgreSQLError.connecting(_, let reason, _) {
            #expect(reason.contains("127.0.0.1") && reason.contains("/nowhere"))
        }
    }
}
#endif
