// SPDX-License-Identifier: Apache-2.0
// States of a store that stay readable while others write (PG-131, PG-132).

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL store: read views", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerReadViewTests {
    let stores = TestStores()
    let namespace: String

    init() { namespace = stores.namespace() }

    private func open(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> EngineUnderTest {
        EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace, change))
    }

    private func count(_ reader: any StoreReader, _ plan: FetchPlan) throws -> Int {
        var plan = plan
        plan.shape = .count
        guard case .count(let count) = try reader.fetch(plan) else { return -1 }
        return count
    }

    @Test("PG-131 a read view shows the state at its beginning, whatever is written later")
    func state() throws {
        let (store, other) = (try open(), try open())
        let key = try store.insert("Tag", ["name": .string("before")])
        let view = try #require(try store.engine.readView())
        try other.commit(change(other, key, "after"))
        try other.insert("Tag")
        #expect(try view.rows(for: [key]).first?[store.slot("Tag", "name")] == .string("before"))
        #expect(try count(view, store.plan("Tag")) == 1)
        #expect(try store.value(key, "name") == .string("after"))
        #expect(try count(try #require(try store.engine.readView()), store.plan("Tag")) == 2)
    }

    private func change(_ store: EngineUnderTest, _ key: ObjectKey, _ name: String) throws -> ChangeSet {
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["name": .string(name)], expecting: 1)]
        return changes
    }

    @Test("PG-131 several threads read one state at once, beside writers")
    func manyReaders() throws {
        let store = try open()
        try store.insert("Tag")
        let view = try #require(try store.engine.readView())
        let plan = try store.plan("Tag")
        let wrong = Counter()
        DispatchQueue.concurrentPerform(iterations: 12) { index in
            do {
                if index % 3 == 0 { try store.insert("Tag") }
                for _ in 0..<10 where try count(view, plan) != 1 { wrong.add() }
            } catch { wrong.add() }
        }
        #expect(wrong.count == 0)
    }

    @Test("PG-131 an error of one read leaves the state readable")
    func failingRead() throws {
        let store = try open()
        try store.insert("Sample")
        let view = try #require(try store.engine.readView())
        try TestStores.run("DROP TABLE \(namespace).department CASCADE")
        #expect(throws: StoreError.self) { try count(view, store.plan("Department")) }
        let cancelled = Cancellation()
        cancelled.cancel()
        var plan = try store.plan("Sample")
        plan.cancellation = cancelled
        #expect(throws: StoreError.self) { try view.fetch(plan) }
        try store.insert("Sample")
        #expect(try count(view, store.plan("Sample")) == 1)
    }

    @Test("PG-132 a read view ends at its age, and reads say that it is closed")
    func age() throws {
        let store = try open { $0.snapshotAge = 0.3 }
        let key = try store.insert("Tag")
        let view = try #require(try store.engine.readView())
        #expect(try view.rows(for: [key]).count == 1)
        Thread.sleep(forTimeInterval: 1)
        expectClosed { try view.rows(for: [key]) }
        #expect(try store.row(key) != nil)
    }

    @Test("PG-131 the end of the engine ends its read views")
    func closing() throws {
        let store = try open()
        let key = try store.insert("Tag")
        let view = try #require(try store.engine.readView())
        try store.engine.close()
        expectClosed { try view.rows(for: [key]) }
        expectClosed { try store.engine.readView() }
    }

    @Test("PG-131 a lost connection is the end of its state")
    func lostConnection() throws {
        let store = try open { $0.client.applicationName = "view \(namespace)" }
        let key = try store.insert("Tag")
        let view = try #require(try store.engine.readView())
        #expect(try view.rows(for: [key]).count == 1)
        try TestStores.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'view \(namespace)%' "
                + "AND state = 'idle in transaction'")
        #expect(throws: StoreError.self) { try view.rows(for: [key]) }
        expectClosed { try view.rows(for: [key]) }
        #expect(try #require(try store.engine.readView()).rows(for: [key]).count == 1)
    }

    @Test("PG-137 a message of a migration ends the read views of other engines")
    func migration() throws {
        let (store, other) = (try open(), try open())
        let key = try store.insert("Tag")
        let view = try #require(try store.engine.readView())
        try (other.engine as? PostgreSQLEngine)?.tellOfMigration()
        var isOpen = true
        for _ in 0..<200 where isOpen {
            isOpen = (try? view.rows(for: [key])) != nil
            Thread.sleep(forTimeInterval: 0.02)
        }
        #expect(!isOpen)
    }

    @Test("PG-131 connections of ended read views are used again")
    func connections() throws {
        let store = try open { $0.client.applicationName = "again \(namespace)" }
        for _ in 0..<20 { _ = try #require(try store.engine.readView()) }
        // One that listens, one of the pool, those of read views.
        #expect(try TestStores.connections(named: "again \(namespace)") <= 4)
    }

    private func expectClosed<T>(
        _ body: () throws -> T, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: sourceLocation) { try body() } throws: { error in
            if case StoreError.closed = error { true } else { false }
        }
    }
}
#endif
