// SPDX-License-Identifier: Apache-2.0
// Values that go to a server and come back: what the server reads is what was meant.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerValueTests {
    @Test("PG-31 the server reads and sends what was meant")
    func roundTrip() throws {
        let connection = try TestServer.connect()
        for value in ServerCodecTests.samples {
            let result = try connection.run(ServerRequest("SELECT $1", [value]), until: TestServer.soon)
            #expect(try only(result) == value)
            #expect(result.type(ofColumn: 0) == value.oid)
        }
    }

    @Test("PG-31 as texts the server has the same values")
    func texts() throws {
        let connection = try TestServer.connect()
        let identifier = UUID()
        let pairs: [(ServerValue, String)] = [
            (.numeric(Decimal(string: "-120034.5600001") ?? 0), "-120034.5600001"),
            (.numeric(Decimal(string: "1e100") ?? 0), "1" + String(repeating: "0", count: 100)),
            (.numeric(.nan), "NaN"), (.float8(0.1), "0.1"),
            (.uuid(identifier), identifier.uuidString.lowercased()),
            (.timestamptz(1_000_000), "2000-01-01 00:00:01+00"), (.bytea(Data([1, 171])), "\\x01ab"),
            (.array(.int4, [.int4(1), .null(.int4)]), "{1,NULL}"), (.jsonb("[1,2]"), "[1, 2]"),
            (.bool(true), "true"),
        ]
        for (value, text) in pairs {
            let result = try connection.run(
                ServerRequest("SELECT $1::text", [value]), until: TestServer.soon)
            #expect(try only(result) == .text(text))
        }
    }

    @Test("PG-31 nulls keep their types, and empty values are none")
    func nulls() throws {
        let connection = try TestServer.connect()
        let values: [ServerValue] = [.null(.int8), .nullArray(.text), .text(""), .bytea(Data())]
        let result = try connection.run(
            ServerRequest("SELECT pg_typeof($1)::text, $2 IS NULL, $3 IS NULL, $4 IS NULL, $1", values),
            until: TestServer.soon)
        #expect(try only(result) == .text("bigint"))
        #expect(try (1...3).map { try result.value(0, $0) } == [.bool(true), .bool(false), .bool(false)])
        #expect(try result.value(0, 4) == nil)
    }

    @Test("PG-102 a value of an unknown type, a row or a column that is not there is an error")
    func unknown() throws {
        let connection = try TestServer.connect()
        let result = try connection.run(
            ServerRequest("SELECT '1 day'::interval AS pause"), until: TestServer.soon)
        #expect(throws: PostgreSQLError.self) { try result.value(0, 0) }
        #expect(throws: PostgreSQLError.self) { try result.value(1, 0) }
        #expect(throws: PostgreSQLError.self) { try result.value(0, 1) }
        #expect(connection.isUsable)
    }
}
#endif
