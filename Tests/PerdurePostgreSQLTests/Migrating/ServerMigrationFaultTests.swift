// SPDX-License-Identifier: Apache-2.0
// Migrations on a server that others disturb: locks, other processes, broken connections. The store has one version or the other.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: disturbed migrations", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerMigrationFaultTests {
    private static let old = [
        entity("A", attribute("n", .integer16), relationship("b", to: "B", inverse: "as")),
        entity("B", attribute("t"), relationship("as", to: "A", inverse: "b", many: true)),
        entity("Gone", attribute("x")),
    ]
    private static let new = [
        entity(
            "A", attribute("n", .integer64),
            relationship("bs", to: "B", inverse: "as", from: "b", many: true, ordered: true)),
        entity("B", attribute("u", from: "t"), relationship("as", to: "A", inverse: "bs", many: true)),
    ]

    private func filled() throws -> ServerVersions {
        let store = ServerVersions()
        try store.open(Self.old) { engine in
            let there = try engine.insert("B", ["t": .string("t")])
            for number in 1...3 {
                try engine.insert("A", ["n": .integer(Int64(number)), "b": .reference(there)])
            }
            try engine.insert("Gone")
        }
        return store
    }

    private func steps() throws -> InferredMigration {
        try InferredMigration(from: Schema(Self.old), to: Schema(Self.new))
    }

    /// Expects the new version with all rows.
    private func expectMigrated(_ store: ServerVersions) throws {
        let graph = try store.open(Self.new) { try StoredGraph($0) }
        #expect(graph.rows.count == 4)
        #expect(graph.rows.values.map { ($0.members["bs"] ?? []).count }.reduce(0, +) == 3)
        #expect(try store.shape() == ServerVersions.shape(of: Self.new))
    }

    @Test("PG-136 a migration waits for a reader's lock, and readers do not wait behind it for long")
    func waiting() throws {
        let store = try filled()
        let reader = try ServerVersions.connection()
        defer { reader.close() }
        try reader.run("BEGIN", "SELECT 1 FROM \"\(store.namespace)\".a")
        let migration = Background { try store.migrate(steps()) { _ in } }
        Thread.sleep(forTimeInterval: 0.3)
        let start = Date()
        _ = try store.rows("SELECT count(*) FROM @.a")
        #expect(Date().timeIntervalSince(start) < 3)
        Thread.sleep(forTimeInterval: 1)
        try reader.run("COMMIT")
        try migration.wait()
        try expectMigrated(store)
    }

    @Test("PG-136 a lock that stays ends the migration at the time-out, and nothing has changed")
    func blocked() throws {
        let store = try filled()
        let before = (try store.open(Self.old) { try StoredGraph($0) }, try store.shape())
        let reader = try ServerVersions.connection()
        defer { reader.close() }
        try reader.run("BEGIN", "SELECT 1 FROM \"\(store.namespace)\".a")
        let error = #expect(throws: StoreError.self) { try store.migrate(steps(), timeout: 3) { _ in } }
        guard case .busy? = error else {
            Issue.record("\(String(describing: error)) instead of busy")
            return
        }
        try reader.run("COMMIT")
        #expect(try store.open(Self.old) { try StoredGraph($0) } == before.0)
        #expect(try store.shape() == before.1)
    }

    @Test("PG-135 of several processes that migrate at once one does it, and the others find it done")
    func together() throws {
        let store = try filled()
        let all = try (0..<4).map { _ in
            let steps = try steps()
            return Background { try store.migrate(steps) { _ in } }
        }
        for one in all { try one.wait() }
        #expect(try store.rows("SELECT generation FROM @.perdure_store") == ["2"])
        try expectMigrated(store)
    }

    @Test(
        "PG-135 a connection that breaks at any statement leaves the old store, and the next try migrates it")
    func broken() throws {
        let store = try filled()
        let before = (try store.open(Self.old) { try StoredGraph($0) }, try store.shape())
        var statement = 0
        while statement < 100 {
            let at = statement
            do {
                try store.migrate(
                    steps(), report: { done, _ in if done == at { Self.endConnections(of: store) } }
                ) { _ in }
                break
            } catch is StoreError {
                #expect(try store.open(Self.old) { try StoredGraph($0) } == before.0)
                #expect(try store.shape() == before.1)
            }
            statement += 1
        }
        #expect(statement > 5)
        try expectMigrated(store)
    }

    /// Ends the connections of a store; PERDURE_KILLS lets it kill a process, which makes the whole server recover.
    private static func endConnections(of store: ServerVersions) {
        let ends = "WHERE application_name LIKE '\(store.namespace)%'"
        guard ProcessInfo.processInfo.environment["PERDURE_KILLS"] != nil else {
            _ = try? store.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity \(ends)")
            return
        }
        let found = try? store.rows("SELECT pid FROM pg_stat_activity \(ends) AND state LIKE '%transaction%'")
        for process in (found ?? []).compactMap({ Int32($0) }) { kill(process, SIGKILL) }
    }
}
#endif
