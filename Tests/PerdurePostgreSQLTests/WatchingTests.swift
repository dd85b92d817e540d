// SPDX-License-Identifier: Apache-2.0
// An engine notices what other engines, other processes and plain SQL commit (PG-127 to PG-129).

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL store: watching", .enabled(if: TestStores.isThere, TestStores.advice))
struct WatchingTests {
    let stores = TestStores()
    let namespace: String

    init() { namespace = stores.namespace() }

    private func open(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> EngineUnderTest {
        EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace, change))
    }

    @Test("PG-127 an engine notices commits of another one, and not its own")
    func otherEngine() throws {
        let (first, second) = (try open(), try open())
        let (own, others) = (Counter(), Counter())
        first.engine.whenOthersCommit { own.add() }
        second.engine.whenOthersCommit { others.add() }
        try first.insert("Tag", ["name": .string("a")])
        #expect(others.waits(for: 1))
        // Two looks at the activity later.
        Thread.sleep(forTimeInterval: 2.2)
        #expect(own.count == 0)
        #expect(others.count == 1)
        try second.insert("Tag", ["name": .string("b")])
        #expect(own.waits(for: 1))
    }

    @Test("PG-127 there is at most one message in 20 ms, and the last commit is told of")
    func manyCommits() throws {
        let (first, second) = (try open(), try open())
        let others = Counter()
        second.engine.whenOthersCommit { others.add() }
        let start = Date()
        for _ in 0..<100 { try first.insert("Tag") }
        let seconds = Date().timeIntervalSince(start)
        let before = others.count
        #expect(before <= Int(seconds / 0.02) + 2 + Int(seconds))
        try first.insert("Tag")
        #expect(others.waits(for: before + 1))
    }

    @Test(
        "PG-127 the channel has 20 digits of the store's UUID, the payload an engine, a number and the namespace's mark"
    )
    func channel() throws {
        let store = try open()
        guard case .string(let uuid)? = store.engine.metadata["NSStoreUUID"] else {
            Issue.record("no UUID")
            return
        }
        let connection = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 10))
        defer { connection.close() }
        let digits = uuid.lowercased().replacing("-", with: "").prefix(20)
        try connection.run(ServerRequest("LISTEN perdure_\(digits)"), until: Deadline(after: 10))
        try store.insert("Tag")
        var messages: [ServerNotification] = []
        let end = Date(timeIntervalSinceNow: 5)
        while messages.isEmpty, Date() < end { messages = try connection.notifications() }
        let words = try #require(messages.first).payload.split(separator: " ")
        #expect(words.count == 3)
        #expect(words.prefix(2).allSatisfy { Int64($0) != nil })
        #expect(words.last == Substring(ServerWord.hash(namespace)))
    }

    @Test(
        "PG-162 a message of a clone in another namespace, which has the same channel, is none of the store's"
    )
    func clones() {
        let uuid = "0B8D93E5-1C36-4C1F-9A1F-000000000000"
        let (first, clone) = (
            StoreChannel(uuid: uuid, namespace: "a"), StoreChannel(uuid: uuid, namespace: "b")
        )
        #expect(first.name == clone.name)
        for message in [StoreChannel.Message.commit(engine: 7, number: 9), .migrating(engine: -7)] {
            #expect(first.message(first.text(message)) == message)
            #expect(first.message(clone.text(message)) == nil)
        }
    }

    @Test("PG-128 what comes without a message is noticed by the activity", arguments: ["listen", "poll"])
    func activity(_ mode: String) throws {
        let store = try open { $0.notifications = .init(rawValue: mode)! }
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try TestStores.run("SELECT nextval('\(namespace).perdure_activity')")
        #expect(others.waits(for: 1))
        // The look has come by itself; another one finds nothing.
        try store.engine.checkForCommits()
        #expect(others.count == 1)
    }

    @Test("PG-128 with \"poll\", looking for commits asks the activity")
    func looking() throws {
        let store = try open { $0.notifications = .poll }
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try TestStores.run("SELECT nextval('\(namespace).perdure_activity')")
        try store.engine.checkForCommits()
        #expect(others.count == 1)
    }

    @Test("PG-127 with \"off\" there is no connection that listens")
    func off() throws {
        let store = try open {
            $0.notifications = .off
            $0.client.applicationName = "off \(namespace)"
        }
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try TestStores.run("SELECT nextval('\(namespace).perdure_activity')")
        try store.engine.checkForCommits()
        #expect(others.count == 0)
        try store.insert("Tag")
        #expect(try TestStores.connections(named: "off \(namespace)") == 1)
    }

    @Test("PG-129 a lost connection that listens is made anew, and everything expires once")
    func lostConnection() throws {
        let store = try open { $0.client.applicationName = "lost \(namespace)" }
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try TestStores.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lost \(namespace)%'"
        )
        #expect(others.waits(for: 1))
        let second = try open()
        try second.insert("Tag")
        #expect(others.waits(for: 2))
    }

    @Test("PG-12 an open engine holds a shared lock, which it lets go when it is closed")
    func openLock() throws {
        let store = try open()
        let request = "SELECT pg_try_advisory_xact_lock(hashtextextended('perdure:open:\(namespace)', 0))"
        #expect(try TestStores.run(request).value(0, 0) == .bool(false))
        try store.engine.close()
        // The server ends a session a moment after its client.
        var isFree = false
        for _ in 0..<100 where !isFree {
            isFree = try TestStores.run(request).value(0, 0) == .bool(true)
            Thread.sleep(forTimeInterval: 0.02)
        }
        #expect(isFree)
    }

    @Test("PG-127 an engine notices commits of another process")
    func otherProcess() throws {
        let store = try open()
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try OtherProcess.run("insert", in: namespace)
        #expect(others.waits(for: 1))
        #expect(try store.count(store.plan("Tag")) == 1)
    }
}
#endif
