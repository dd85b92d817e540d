// SPDX-License-Identifier: Apache-2.0
// The client behind a proxy that spoils the connection at chosen bytes: every call ends in time, and none is answered wrongly.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite(.serialized, .enabled(if: TestServer.socketPath != nil, "\(TestServer.advice)"))
struct ServerProxyTests {
    /// How long a call may take, and how much longer it may last on a busy machine.
    private static let limit: TimeInterval = 0.15
    private static let grace: TimeInterval = 5
    private static let isThorough = ProcessInfo.processInfo.environment["PERDURE_FAULTS"] == "1"

    /// A proxy before the server, for the time of a body.
    private func withProxy(_ body: (FaultProxy, ClientConfiguration) throws -> Void) throws {
        let proxy = try FaultProxy(target: TestServer.socketPath ?? "")
        defer { proxy.end() }
        try body(proxy, TestServer.configuration(through: proxy))
    }

    private let requests = [
        ServerRequest("SELECT $1::int4 AS first, $2::text", [.int4(7), .text("text")]),
        ServerRequest("SELECT n, n * 2 FROM generate_series(1, 3) AS n"),
    ]

    /// Whether results are what the requests ask for.
    private func areRight(_ results: [ServerResult]) -> Bool {
        guard results.count == 2 else { return false }
        let first = try? [results[0].value(0, 0), results[0].value(0, 1)]
        let second = try? (results[1].column(0), results[1].column(1))
        return first == [.int4(7), .text("text")] && results[0].rowCount == 1
            && second?.0 == [.int4(1), .int4(2), .int4(3)] && second?.1 == [.int4(2), .int4(4), .int4(6)]
    }

    /// Runs the requests over a fault: right answers or an error of the client, and in time.
    private func check(_ fault: ProxyFault, _ proxy: FaultProxy, _ configuration: ClientConfiguration) throws
    {
        proxy.set(nil)
        let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
        proxy.set(fault)
        let start = Deadline.now
        do {
            let results = try connection.run(requests, until: Deadline(after: Self.limit))
            #expect(areRight(results), "\(fault)")
        } catch let error as PostgreSQLError {
            #expect(!connection.isUsable || error.state != nil, "\(fault): \(error)")
        }
        #expect(TimeInterval(Deadline.now - start) / 1e9 < Self.grace, "\(fault)")
    }

    @Test(
        "PG-158 a call over a connection that is cut, reset, stalled or repeats a byte ends in time and is not answered wrongly"
    )
    func everyByte() throws {
        try withProxy { proxy, configuration in
            for direction in ProxyFault.Direction.allCases {
                // The pipeline has about 230 bytes either way; every byte of it is spoiled.
                for offset in 0..<260 {
                    for action in Self.actions(at: offset) {
                        let fault = ProxyFault(direction: direction, action: action, offset: offset)
                        try check(fault, proxy, configuration)
                    }
                }
            }
        }
    }

    /// What is done at a byte: every day one kind of end at each, and what often ends in silence until the deadline at some.
    private static func actions(at offset: Int) -> [ProxyFault.Action] {
        if isThorough { return [.close, .reset, .repeatByte, .stall] }
        var actions: [ProxyFault.Action] = [offset % 2 == 0 ? .close : .reset]
        if offset % 3 == 0 { actions.append(.repeatByte) }
        if offset % 20 == 0 { actions.append(.stall) }
        return actions
    }

    @Test("PG-158 connecting over a spoiled connection ends in time, at every byte")
    func connecting() throws {
        try withProxy { proxy, configuration in
            for direction in ProxyFault.Direction.allCases {
                for offset in stride(from: 0, to: 900, by: 7) {
                    let action: ProxyFault.Action = [.close, .reset, .repeatByte, .stall][offset / 7 % 4]
                    proxy.set(ProxyFault(direction: direction, action: action, offset: offset))
                    let start = Deadline.now
                    _ = try? ConnectionMaker(configuration).connect(until: Deadline(after: Self.limit))
                    #expect(
                        TimeInterval(Deadline.now - start) / 1e9 < Self.grace,
                        "\(action) \(direction) \(offset)")
                }
            }
        }
    }

    @Test(
        "PG-158 a slow connection gives right answers, in pieces of any size",
        arguments: [1, 2, 3, 5, 7, 100])
    func pieces(_ size: Int) throws {
        try withProxy { proxy, configuration in
            let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
            for direction in ProxyFault.Direction.allCases {
                proxy.set(ProxyFault(direction: direction, action: .pieces(size)))
                #expect(areRight(try connection.run(requests, until: TestServer.soon)))
            }
            proxy.set(ProxyFault(direction: .toClient, action: .delay(20)))
            #expect(areRight(try connection.run(requests, until: TestServer.soon)))
            #expect(connection.isUsable)
        }
    }

    @Test("PG-24 a server that nobody lets through does not stop the deadline of a large pipeline")
    func largeAndStalled() throws {
        try withProxy { proxy, configuration in
            let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
            proxy.set(ProxyFault(direction: .toServer, action: .stall, offset: 100_000))
            let text = String(repeating: "x", count: 8 << 20)
            let start = Deadline.now
            #expect(throws: PostgreSQLError.self) {
                try connection.run(
                    ServerRequest("SELECT length($1)", [.text(text)]), until: Deadline(after: 0.3))
            }
            #expect(TimeInterval(Deadline.now - start) / 1e9 < Self.grace)
            #expect(!connection.isUsable)
        }
    }

    @Test("PG-158 what was committed over a connection that broke is there once or not at all")
    func onceOrNot() throws {
        try TestServer.withNamespace { direct, name in
            try direct.run(
                ServerRequest("CREATE TABLE \(name).t (a integer PRIMARY KEY)"), until: TestServer.soon)
            try withProxy { proxy, configuration in
                for offset in stride(from: 0, to: 200, by: 3) {
                    proxy.set(nil)
                    let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
                    let insertion = ServerRequest("INSERT INTO \(name).t VALUES ($1)", [.int4(Int32(offset))])
                    proxy.set(
                        ProxyFault(
                            direction: offset % 2 == 0 ? .toServer : .toClient, action: .close, offset: offset
                        ))
                    let hasReturned = (try? connection.run(insertion, until: Deadline(after: 2))) != nil
                    let count = ServerRequest(
                        "SELECT count(*) FROM \(name).t WHERE a = $1", [.int4(Int32(offset))])
                    let stored = try only(direct.run(count, until: TestServer.soon))
                    #expect(stored == .int8(1) || !hasReturned, "byte \(offset)")
                }
            }
        }
    }

    @Test("PG-29 a pool behind a proxy that resets everything comes back when the proxy does")
    func poolRecovers() throws {
        try withProxy { proxy, configuration in
            let pool = ServerConnectionPool(configuration)
            for _ in 1...5 {
                proxy.set(ProxyFault(direction: .toServer, action: .reset))
                _ = try? pool.withConnection(until: Deadline(after: 1)) {
                    try $0.run(requests, until: Deadline(after: 1))
                }
                proxy.set(nil)
                let results = try pool.withConnection(until: TestServer.soon) {
                    try $0.run(requests, until: TestServer.soon)
                }
                #expect(areRight(results))
            }
            #expect(pool.figures.lent == 0)
        }
    }
}
#endif
