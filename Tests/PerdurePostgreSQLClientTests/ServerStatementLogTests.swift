// SPDX-License-Identifier: Apache-2.0
// What the log of statements writes, and what it leaves out.

#if PostgreSQL
import Foundation
import PerdureTestSupport
import Synchronization
import Testing

@testable import PerdurePostgreSQLClient

@Suite("PostgreSQL client: the log of statements") struct ServerStatementLogTests {
    private let event = StatementEvent(
        text: "SELECT $1", types: ["text"], rows: 3, seconds: 0.0125, connection: 7, state: nil)

    @Test("PG-13 a line has text, types, rows, time and connection, and values only when they are asked for")
    func lines() {
        #expect(StatementLog.line(event, nil) == "SELECT $1 [text] – 3 rows, 12.5 ms, connection 7")
        #expect(StatementLog.line(event, [.text("secret")]).contains("secret"))
        var refused = event
        (refused.rows, refused.state, refused.types) = (nil, "42601", [])
        #expect(StatementLog.line(refused, nil) == "SELECT $1 – refused with 42601, 12.5 ms, connection 7")
    }

    @Test("PG-13 types have the server's names, arrays too")
    func types() {
        #expect(ServerValue.int8(1).typeName == "bigint")
        #expect(ServerValue.array(.float8, []).typeName == "double precision[]")
        #expect(ServerValue.null(.uuid).typeName == "uuid")
    }

    @Test(
        "PG-13 of a pipeline each answered statement is told, then the refused one, and nothing behind it",
        .enabled(if: TestServer.isThere, .init(rawValue: TestServer.advice)))
    func pipeline() throws {
        let heard = Heard()
        let connection = try TestServer.connect { $0.observer = StatementObserver { heard.add($0) } }
        heard.removeAll()
        _ = try? connection.run(
            [
                ServerRequest("SELECT 1"), ServerRequest("SELECT 1 / $1", [.int4(0)]),
                ServerRequest("SELECT 2"),
            ],
            until: TestServer.soon)
        #expect(heard.list.map(\.text) == ["SELECT 1", "SELECT 1 / $1"])
        #expect(heard.list.map(\.state) == [nil, "22012"])
        #expect(heard.list.map(\.rows) == [1, nil])
    }

    /// Collects events.
    private final class Heard: Sendable {
        private let all = Mutex<[StatementEvent]>([])
        var list: [StatementEvent] { all.withLock { $0 } }
        func add(_ event: StatementEvent) { all.withLock { $0.append(event) } }
        func removeAll() { all.withLock { $0.removeAll() } }
    }
}
#endif
