// SPDX-License-Identifier: Apache-2.0
// What a whole server can suffer: it is frozen, it crashes under load, its users' passwords expire. Each test has a server of its own.
// PERDURE_CRASHES=40 crashes the server so often.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite(
    "PostgreSQL: own servers in trouble", .serialized, .enabled(if: TestStores.isThere, TestStores.advice),
    .enabled(if: OwnServer.isPossible, "\(OwnServer.advice)"))
struct OwnServerTests {
    private func open(_ client: ClientConfiguration, timeout: TimeInterval) throws -> EngineUnderTest {
        var options = PostgreSQLOptions(client)
        options.client.timeout = timeout
        options.client.poolSize = 6
        options.namespace = "shop"
        return EngineUnderTest(try PostgreSQLEngine.open(options, schema: Schema(ConformanceModel.library)))
    }

    private func update(_ store: EngineUnderTest, _ key: ObjectKey, _ value: Int64) throws {
        var changes = ChangeSet()
        let version = try #require(try store.row(key)).version
        changes.updates = [try store.update(key, ["x": .integer(value)], expecting: version)]
        try store.commit(changes)
    }

    @Test(
        "PG-25 PG-158 a server that is frozen as a whole ends each call by its deadline, and goes on afterwards"
    )
    func frozen() throws {
        let server = try OwnServer()
        let store = try open(server.configuration(), timeout: 1)
        let key = try store.insert("Sample", ["x": .integer(1)])
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["x": .integer(2)], expecting: 1)]
        try server.perform(.freeze)
        let start = Date()
        let calls: [() throws -> Void] = [
            { _ = try store.row(key) }, { _ = try store.engine.commit(changes) },
            { _ = try store.rows(store.plan("Sample")) },
            { _ = try store.engine.reserveKeys(1_000_000, entity: key.entity) },
        ]
        for call in calls { #expect(throws: StoreError.self) { try call() } }
        #expect(Date().timeIntervalSince(start) < Double(calls.count) * (1 + 3))
        try server.perform(.thaw)
        #expect(try store.value(key, "x") == .integer(1), "what was not acknowledged is not stored")
        try update(store, key, 3)
        #expect(try store.value(key, "x") == .integer(3))
    }

    @Test(
        "PG-6 PG-158 an expired password refuses new connections with the server's code; a new one from the closure lets the store go on"
    )
    func passwords() throws {
        let server = try OwnServer()
        let password = Lock("first")
        let store = try open(server.configuration { password.withLock { $0 } }, timeout: 2)
        let key = try store.insert("Sample", ["x": .integer(1)])
        let keeper = try ConnectionMaker(server.configuration()).connect(until: Deadline(after: 20))
        defer { keeper.close() }
        func run(_ text: String) throws {
            try keeper.run(ServerRequest(text, isPrepared: false), until: Deadline(after: 20))
        }
        try run("ALTER ROLE keeper VALID UNTIL '2020-01-01'")
        // Connections that are there go on.
        try update(store, key, 2)
        try run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keeper'")
        let error = #expect(throws: StoreError.self) { try update(store, key, 3) }
        guard case .cannotOpen(_, _, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("28P01") && !reason.contains("first"), "\(reason)")
        try run("ALTER ROLE keeper PASSWORD 'second' VALID UNTIL 'infinity'")
        #expect(throws: StoreError.self) { try store.row(key) }
        password.withLock { $0 = "second" }
        #expect(try store.value(key, "x") == .integer(2))
        try update(store, key, 4)
        #expect(try store.value(key, "x") == .integer(4))
    }

    /// What the writers were told.
    private struct Tally {
        var acknowledged: Int64 = 0
        var doubtful = 0
        var refused = 0
        var slowest: TimeInterval = 0
        var isOver = false
    }

    @Test(
        "PG-91 PG-158 of a server that crashes under load nothing acknowledged is lost, and nothing is stored twice"
    )
    func crashes() throws {
        let server = try OwnServer()
        let timeout = 10.0
        let store = try open(server.configuration(), timeout: timeout)
        let keys = try (0..<4).map { _ in try store.insert("Sample", ["x": .integer(0)]) }
        let tally = Lock(Tally())
        let group = DispatchGroup()
        for key in keys {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                while !tally.withLock({ $0.isOver }) { increment(key, store, tally) }
            }
        }
        let crashes = ProcessInfo.processInfo.environment["PERDURE_CRASHES"].flatMap { Int($0) } ?? 2
        for _ in 0..<crashes {
            let before = tally.withLock { $0.acknowledged }
            let end = Date(timeIntervalSinceNow: 20)
            while tally.withLock({ $0.acknowledged }) < before + 50, Date() < end {
                Thread.sleep(forTimeInterval: 0.01)
            }
            try server.perform(.kill)
            try server.perform(.restart)
        }
        tally.withLock { $0.isOver = true }
        group.wait()
        let told = tally.withLock { $0 }
        let x = try store.slot("Sample", "x")
        let stored = try store.rows(store.plan("Sample")).reduce(Int64(0)) { sum, row in
            if case .integer(let value) = row[x] { sum + value } else { sum }
        }
        print(
            "\(crashes) crashes: acknowledged \(told.acknowledged), refused \(told.refused), in doubt \(told.doubtful), "
                + "stored \(stored), slowest call \(told.slowest) s")
        #expect(told.acknowledged > 0 && told.slowest < timeout + 5)
        #expect(stored >= told.acknowledged && stored <= told.acknowledged + Int64(told.doubtful))
    }

    /// Adds one to a row that nobody else writes.
    private func increment(_ key: ObjectKey, _ store: EngineUnderTest, _ tally: Lock<Tally>) {
        let start = Date()
        do {
            guard let row = try store.row(key), case .integer(let value) = row[try store.slot("Sample", "x")]
            else {
                return
            }
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["x": .integer(value + 1)], expecting: row.version)]
            guard case .committed = try store.engine.commit(changes) else { return }
            tally.withLock { $0.acknowledged += 1 }
        } catch StoreError.inDoubt { tally.withLock { $0.doubtful += 1 } } catch {
            tally.withLock { $0.refused += 1 }
        }
        let seconds = Date().timeIntervalSince(start)
        tally.withLock { $0.slowest = max($0.slowest, seconds) }
    }
}
#endif
