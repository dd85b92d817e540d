// SPDX-License-Identifier: Apache-2.0
// Several statements in one round trip: order, errors, sizes, and what an error leaves behind.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerPipelineTests {
    @Test("PG-32 answers come in the order of the statements")
    func order() throws {
        let connection = try TestServer.connect()
        let requests = (0..<500).map {
            ServerRequest("SELECT $1 + 0", [.int4($0)], isPrepared: $0 % 3 != 0)
        }
        let results = try connection.run(requests, until: TestServer.soon)
        #expect(try results.map(only) == (0..<500).map { .int4($0) })
        #expect(try connection.run([], until: TestServer.soon).isEmpty)
    }

    @Test("PG-32 what follows an error is not run, and what stands before it is undone")
    func error() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(
                ServerRequest("CREATE TABLE \(name).t (a integer PRIMARY KEY)"), until: TestServer.soon)
            let insertion = ServerRequest("INSERT INTO \(name).t VALUES ($1)", [.int4(1)])
            do {
                _ = try connection.run([insertion, insertion, insertion], until: TestServer.soon)
                Issue.record("the key is taken")
            } catch PostgreSQLError.server(let report, _, let index) {
                #expect(report.state == "23505" && index == 1)
                #expect(report.schema == name && report.table == "t" && report.constraint == "t_pkey")
            }
            #expect(connection.isUsable)
            let count = ServerRequest("SELECT count(*) FROM \(name).t")
            #expect(try only(connection.run(count, until: TestServer.soon)) == .int8(0))
        }
    }

    @Test("PG-151 the server's detail, which repeats values, is in no description")
    func detail() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(
                ServerRequest("CREATE TABLE \(name).t (a text PRIMARY KEY)"), until: TestServer.soon)
            let insertion = ServerRequest("INSERT INTO \(name).t VALUES ($1)", [.text("canary")])
            do {
                _ = try connection.run([insertion, insertion], until: TestServer.soon)
                Issue.record("the key is taken")
            } catch let error as PostgreSQLError {
                guard case .server(let report, _, _) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(report.detail?.contains("canary") == true)
                #expect(!"\(error) \(String(reflecting: error))".contains("canary"))
                #expect(!"\(error.storeError("saving"))".contains("canary"))
            }
        }
    }

    @Test("PG-31 a value without a form costs neither the connection nor the statements before it")
    func value() throws {
        let connection = try TestServer.connect()
        #expect(throws: PostgreSQLError.self) {
            try connection.run(
                [ServerRequest("SELECT 1"), ServerRequest("SELECT $1", [.text("\0")])],
                until: TestServer.soon)
        }
        #expect(connection.isUsable)
        #expect(try only(connection.run(ServerRequest("SELECT 1"), until: TestServer.soon)) == .int4(1))
    }

    @Test("PG-24 much is sent and much comes back at once, and neither side waits for the other")
    func large() throws {
        let connection = try TestServer.connect()
        let text = String(repeating: "x", count: 1 << 20)
        let requests = (0..<30).map { _ in ServerRequest("SELECT $1 || $1", [.text(text)]) }
        let results = try connection.run(requests, until: Deadline(after: 60))
        #expect(results.count == 30)
        for result in results {
            guard case .text(let value)? = try only(result) else {
                Issue.record("no text")
                return
            }
            #expect(value.utf8.count == 2 << 20)
        }
    }

    @Test("PG-32 a commit's own answer says whether it committed")
    func tags() throws {
        let connection = try TestServer.connect()
        let good = try connection.run(
            ["BEGIN", "SELECT 1", "COMMIT"].map { ServerRequest($0) }, until: TestServer.soon)
        #expect(good.map(\.tag) == ["BEGIN", "SELECT 1", "COMMIT"])
        try connection.run(ServerRequest("BEGIN"), until: TestServer.soon)
        #expect(throws: PostgreSQLError.self) {
            try connection.run(ServerRequest("SELECT 1/0"), until: TestServer.soon)
        }
        #expect(try connection.run(ServerRequest("COMMIT"), until: TestServer.soon).tag == "ROLLBACK")
        let update = try connection.run(
            ServerRequest("SELECT * FROM generate_series(1, 3) AS a"), until: TestServer.soon)
        #expect(update.affectedRows == 3 && update.rowCount == 3)
    }

    @Test(
        "PG-33 COPY has no place in a pipeline: the connection ends, and no answer is taken for another one"
    )
    func surprise() throws {
        let connection = try TestServer.connect()
        #expect(throws: PostgreSQLError.self) {
            try connection.run(
                ServerRequest("COPY (SELECT 1) TO STDOUT", isPrepared: false), until: TestServer.soon)
        }
        #expect(!connection.isUsable)
    }
}
#endif
