// SPDX-License-Identifier: Apache-2.0
// Commits of other programs that the activity counts before they can be seen (PG-58, PG-105, PG-128).

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL store: running writers", .enabled(if: TestStores.isThere, TestStores.advice))
struct RunningWriterTests {
    private let stores = TestStores()
    private let namespace: String

    init() { namespace = stores.namespace() }

    private func open(_ notifications: PostgreSQLOptions.Notifications) throws -> EngineUnderTest {
        EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.additions.noticesOthers = true
                $0.notifications = notifications
            })
    }

    /// Begins a transaction that has been counted and is not committed.
    private func countedEarly() throws -> PlainWriter {
        let writer = try PlainWriter(namespace)
        try writer.run("BEGIN")
        try writer.run("UPDATE tag SET name = 'b' WHERE name = 'a'")
        try writer.run("SET CONSTRAINTS ALL IMMEDIATE")
        return writer
    }

    @Test("PG-58 PG-105 with \"poll\" a commit that was counted early is noticed when it comes")
    func polled() throws {
        let store = try open(.poll)
        try store.insert("Tag", ["name": .string("a")])
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        let writer = try countedEarly()
        try store.engine.checkForCommits()
        try store.engine.checkForCommits()
        let before = others.count
        try writer.run("COMMIT")
        try store.engine.checkForCommits()
        #expect(others.count > before)
        let after = others.count
        try store.engine.checkForCommits()
        #expect(others.count == after)
    }

    @Test("PG-58 PG-105 with \"poll\" so is a commit that was counted before the store was opened")
    func openedLater() throws {
        let first = try open(.off)
        try first.insert("Tag", ["name": .string("a")])
        let writer = try countedEarly()
        let store = try open(.poll)
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        try store.engine.checkForCommits()
        let before = others.count
        try writer.run("COMMIT")
        try store.engine.checkForCommits()
        #expect(others.count > before)
    }

    @Test("PG-58 PG-127 a message of a trigger tells of its commit, whatever was counted before")
    func told() throws {
        let (store, second) = (try open(.listen), try open(.listen))
        try store.insert("Tag", ["name": .string("a")])
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        let writer = try countedEarly()
        // Its message lets the first engine look at the activity.
        try second.insert("Tag", ["name": .string("c")])
        #expect(others.waits(for: 1))
        let before = others.count
        try writer.run("COMMIT")
        #expect(others.waits(for: before + 1))
    }

    @Test("PG-128 a writer is waited for until it ends, and only one that may have been counted")
    func writers() {
        var writers = RunningWriters()
        let steps: [(running: Set<String>, counts: Bool)] = [
            (["1/1", "2/1"], true), (["1/1", "2/1", "3/1"], false), (["2/1", "3/1"], false), ([], false),
            ([], false),
        ]
        let ends = steps.map { writers.note($0.running, counts: $0.counts) }
        #expect(ends == [false, false, true, true, false])
        #expect(writers.isEmpty)
    }

    @Test("PG-128 a save whose connection ends behind its COMMIT is counted all the same")
    func countedElsewhere() throws {
        let store = try open(.listen)
        try store.insert("Tag", ["name": .string("a")])
        let activity = "SELECT last_value FROM perdure_activity"
        let writer = try PlainWriter(namespace)
        guard case .int8(let before)? = try writer.value(activity) else {
            Issue.record("no activity")
            return
        }
        try writer.run("BEGIN")
        // Commits are not counted meanwhile.
        try writer.run("ALTER SEQUENCE perdure_activity CYCLE")
        let saving = Background { try store.insert("Tag", ["name": .string("b")]) }
        #expect(try writer.isWaitedFor())
        try writer.run(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        try writer.run("ROLLBACK")
        try saving.wait()
        #expect(try writer.value(activity) == .int8(before + 1))
        #expect(try store.count(store.plan("Tag")) == 2)
    }
}
#endif
