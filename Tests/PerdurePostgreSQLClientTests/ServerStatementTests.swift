// SPDX-License-Identifier: Apache-2.0
// Prepared statements: when a server is told to prepare, what falls out, and what happens when it has forgotten.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerStatementTests {
    private func prepared(_ connection: ServerConnection) throws -> Int64 {
        let count = ServerRequest("SELECT count(*) FROM pg_prepared_statements", isPrepared: false)
        guard case .int8(let number)? = try only(connection.run(count, until: TestServer.soon)) else {
            return -1
        }
        return number
    }

    @Test("PG-30 a statement is prepared once for its text and types")
    func once() throws {
        let connection = try TestServer.connect()
        for number in 1...5 {
            let result = try connection.run(
                ServerRequest("SELECT $1", [.int8(Int64(number))]), until: TestServer.soon)
            #expect(try only(result) == .int8(Int64(number)))
        }
        #expect(try prepared(connection) == 1)
        try connection.run(ServerRequest("SELECT $1", [.text("a")]), until: TestServer.soon)
        #expect(try prepared(connection) == 2)
        let both = [ServerRequest("SELECT 7"), ServerRequest("SELECT 7")]
        #expect(try connection.run(both, until: TestServer.soon).count == 2)
        #expect(try prepared(connection) == 3)
    }

    @Test("PG-30 of more than 256 statements the least recently used are forgotten, by the server too")
    func limit() throws {
        let connection = try TestServer.connect()
        for number in 0..<256 {
            try connection.run(ServerRequest("SELECT \(number)"), until: TestServer.soon)
        }
        try connection.run(ServerRequest("SELECT 0"), until: TestServer.soon)
        for number in 256..<300 {
            try connection.run(ServerRequest("SELECT \(number)"), until: TestServer.soon)
        }
        #expect(connection.statements.count == 256)
        let first = ServerRequest("SELECT 0")
        #expect(connection.statements.name(of: first) != nil)
        try connection.run(ServerRequest("SELECT 0"), until: TestServer.soon)
        #expect(connection.statements.dropped.isEmpty)
        #expect(try prepared(connection) == 256)
    }

    @Test("PG-30 a statement that does not fit any more is prepared anew by the next try of a transaction")
    func unfitting() throws {
        let connection = try TestServer.connect()
        func run(_ text: String) throws {
            try connection.run(ServerRequest(text, isPrepared: false), until: TestServer.soon)
        }
        try run("CREATE TEMPORARY TABLE unfitting (number integer)")
        let select = ServerRequest("SELECT * FROM unfitting")
        try connection.run(select, until: TestServer.soon)
        try run("ALTER TABLE unfitting ALTER number TYPE bigint")
        for isFirst in [true, false] {
            try run("BEGIN")
            do {
                try connection.run(select, until: TestServer.soon)
                #expect(!isFirst)
            } catch let error as PostgreSQLError {
                #expect(isFirst && error.asksToPrepareAgain, "\(error)")
            }
            try run("ROLLBACK")
        }
    }

    @Test("PG-30 a statement that the server has forgotten is prepared anew, once")
    func forgotten() throws {
        let connection = try TestServer.connect()
        let request = ServerRequest("SELECT $1", [.int4(1)])
        try connection.run(request, until: TestServer.soon)
        try connection.run(ServerRequest("DEALLOCATE ALL", isPrepared: false), until: TestServer.soon)
        #expect(try only(connection.run(request, until: TestServer.soon)) == .int4(1))
        #expect(connection.isUsable)
    }

    @Test("PG-30 a plan that does not fit its table any more is made anew")
    func changedTable() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(
                ServerRequest("CREATE TABLE \(name).t (a integer)"), until: TestServer.soon)
            try connection.run(ServerRequest("INSERT INTO \(name).t VALUES (1)"), until: TestServer.soon)
            let request = ServerRequest("SELECT a FROM \(name).t")
            #expect(try only(connection.run(request, until: TestServer.soon)) == .int4(1))
            try connection.run(
                ServerRequest("ALTER TABLE \(name).t ALTER a TYPE bigint"), until: TestServer.soon)
            #expect(try only(connection.run(request, until: TestServer.soon)) == .int8(1))
        }
    }

    @Test("PG-30 inside of a transaction nothing is repeated, and the error says why")
    func insideOfTransaction() throws {
        let connection = try TestServer.connect()
        let request = ServerRequest("SELECT 1")
        try connection.run(request, until: TestServer.soon)
        try connection.run(ServerRequest("BEGIN"), until: TestServer.soon)
        try connection.run(ServerRequest("DEALLOCATE ALL", isPrepared: false), until: TestServer.soon)
        do {
            try connection.run(request, until: TestServer.soon)
            Issue.record("the server has forgotten it")
        } catch PostgreSQLError.server(let report, _, _) { #expect(report.state == "26000") }
        #expect(connection.isInTransaction && !connection.isUsable)
        try connection.run(ServerRequest("ROLLBACK", isPrepared: false), until: TestServer.soon)
        #expect(connection.isUsable)
    }

    @Test("PG-30 what was committed before the forgotten statement is not done twice")
    func notTwice() throws {
        try TestServer.withNamespace { connection, name in
            try connection.run(
                ServerRequest("CREATE TABLE \(name).t (a integer)"), until: TestServer.soon)
            let last = ServerRequest("SELECT 5")
            try connection.run(last, until: TestServer.soon)
            try connection.run(ServerRequest("DEALLOCATE ALL", isPrepared: false), until: TestServer.soon)
            connection.statements.removeAll()
            try connection.run(last, until: TestServer.soon)
            try connection.run(ServerRequest("DEALLOCATE ALL", isPrepared: false), until: TestServer.soon)
            let insertion = ServerRequest("INSERT INTO \(name).t VALUES (1)", isPrepared: false)
            let all = ["BEGIN", "", "COMMIT"].map { ServerRequest($0, isPrepared: false) }
            #expect(throws: PostgreSQLError.self) {
                try connection.run([all[0], insertion, all[2], last], until: TestServer.soon)
            }
            let count = ServerRequest("SELECT count(*) FROM \(name).t", isPrepared: false)
            #expect(try only(connection.run(count, until: TestServer.soon)) == .int8(1))
        }
    }

    @Test("PG-34 without preparing everything works, and the server keeps no names")
    func unnamed() throws {
        let connection = try TestServer.connect { $0.preparesStatements = false }
        for _ in 1...3 {
            #expect(
                try only(connection.run(ServerRequest("SELECT $1", [.text("a")]), until: TestServer.soon))
                    == .text("a"))
        }
        #expect(try prepared(connection) == 0)
    }
}
#endif
