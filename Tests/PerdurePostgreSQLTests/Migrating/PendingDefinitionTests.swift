// SPDX-License-Identifier: Apache-2.0
// Indexes and checks of keys that a migration of large tables leaves to be made behind its transaction.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: pending definitions", .enabled(if: TestStores.isThere, TestStores.advice))
struct PendingDefinitionTests {
    private static let old = [
        entity("A", attribute("n", .integer32)), entity("B", attribute("t")),
    ]
    /// With a relationship, which has an index and a foreign key, and an indexed attribute.
    private static let new: [EntityDefinition] = {
        var a = entity("A", attribute("n", .integer32), relationship("b", to: "B", inverse: "as"))
        a.indexes = [IndexDefinition("byN", elements: [.init(property: "n")])]
        return [a, entity("B", attribute("t"), relationship("as", to: "A", inverse: "b", many: true))]
    }()
    private static let pending =
        "SELECT kind, name FROM @.perdure_objects WHERE kind LIKE 'pending%' ORDER BY 1, 2"
    private static let validity =
        "SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
        + "WHERE c.relnamespace = '@'::regnamespace AND c.relname IN ('a_b_id', 'a_by_n') ORDER BY 1"
    private static let checked =
        "SELECT convalidated FROM pg_constraint WHERE connamespace = '@'::regnamespace AND contype = 'f'"

    private func filled(rows: Int = 5) throws -> ServerVersions {
        let store = ServerVersions()
        try store.open(Self.old) { engine in
            for number in 0..<rows { try engine.insert("A", ["n": .integer(Int64(number))]) }
        }
        return store
    }

    private func migrate(_ store: ServerVersions, timeout: Double? = nil, above rows: Int = 2) throws {
        try store.migrate(
            InferredMigration(from: Schema(Self.old), to: Schema(Self.new)), timeout: timeout,
            change: { $0.mostRowsAtOnce = rows }
        ) { engine throws in #expect(try engine.values("A", "n").count == 5) }
    }

    /// Statements of others that keep an index from being built: a transaction with an older state.
    private func blocker() throws -> ServerConnection {
        let connection = try ServerVersions.connection()
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT 1")
        return connection
    }

    /// Somebody else who is at work on what is pending: other processes leave it to him.
    private func worker(_ store: ServerVersions) throws -> ServerConnection {
        let connection = try ServerVersions.connection()
        try connection.run(
            "SELECT pg_advisory_lock(hashtextextended('perdure:pending:\(store.namespace)', 0))")
        return connection
    }

    private func expectComplete(_ store: ServerVersions) throws {
        #expect(try store.rows(Self.pending).isEmpty)
        #expect(try store.rows(Self.validity) == ["a_b_id true", "a_by_n true"])
        #expect(try store.rows(Self.checked) == ["true"])
        #expect(try store.shape() == ServerVersions.shape(of: Self.new))
    }

    @Test("PG-135 the opening that migrates makes what is left behind its transaction")
    func complete() throws {
        let store = try filled()
        try migrate(store)
        try expectComplete(store)
    }

    @Test("PG-135 small tables get all within the transaction", arguments: [4, 5])
    func threshold(_ rows: Int) throws {
        let store = try filled()
        let worker = try worker(store)
        defer { worker.close() }
        try migrate(store, above: rows)
        let left = ["pending constraint a_b_id_fkey", "pending index a_b_id", "pending index a_by_n"]
        #expect(try store.rows(Self.pending) == (rows == 5 ? [] : left))
        #expect(try store.rows(Self.checked) == ["\(rows == 5)"])
    }

    @Test(
        "PG-135 PG-145 tables with parts get all within the transaction, however large they and others are",
        arguments: [["A": "2", "B": "3"], ["A": "2"]])
    func parts(_ parts: [String: String]) throws {
        let store = ServerVersions()
        let parts = TablePartitions(parts)
        try store.open(Self.old, change: { $0.partitions = parts }) { engine in
            for number in 0..<5 {
                try engine.insert("A", ["n": .integer(Int64(number))])
                try engine.insert("B")
            }
        }
        let worker = try worker(store)
        defer { worker.close() }
        try migrate(store)
        #expect(try store.rows(Self.pending).isEmpty)
        let checked = try store.rows(Self.checked)
        #expect(!checked.isEmpty && checked.allSatisfy { $0 == "true" })
        #expect(try store.rows(Self.validity) == ["a_b_id true", "a_by_n true"])
    }

    @Test(
        "PG-135 what a time-out leaves is listed, an invalid index too; the next opening drops it and goes on"
    )
    func later() throws {
        let store = try filled()
        let blocker = try blocker()
        defer { blocker.close() }
        try migrate(store, timeout: 2)
        let left = try store.rows(Self.pending)
        #expect(left.contains("pending index a_by_n"))
        #expect(try store.rows(Self.validity).contains("a_by_n false"))
        // The store works without it.
        try store.open(Self.new, timeout: 2) { engine throws in
            let b = try engine.insert("B")
            try engine.insert("A", ["b": .reference(b)])
        }
        try blocker.run("COMMIT")
        try store.open(Self.new) { _ in }
        try expectComplete(store)
    }

    @Test("PG-135 MG-31 a connection that ends while an index is built leaves it to the next opening")
    func killed() throws {
        let store = try filled()
        let blocker = try blocker()
        defer { blocker.close() }
        let done = Background { try migrate(store) }
        let ends =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' "
            + "AND application_name LIKE '\(store.namespace)%'"
        while try store.rows(ends).isEmpty {}
        try done.wait()
        #expect(try !store.rows(Self.pending).isEmpty)
        try blocker.run("COMMIT")
        try store.open(Self.new) { _ in }
        try expectComplete(store)
    }

    @Test("PG-135 a further migration makes what an earlier one has not")
    func further() throws {
        let store = try filled()
        let blocker = try blocker()
        try migrate(store, timeout: 2)
        #expect(try !store.rows(Self.pending).isEmpty)
        blocker.close()
        var model = Self.new
        model[1].properties.append(attribute("more"))
        try store.migrate(Self.new, model) { _ in }
        #expect(try store.rows(Self.pending).isEmpty)
        #expect(try store.rows(Self.validity) == ["a_b_id true", "a_by_n true"])
        #expect(try store.rows(Self.checked) == ["true"])
        #expect(try store.shape() == ServerVersions.shape(of: model))
    }

    @Test("PG-135 a key that points nowhere is told, and the store opens")
    func dangling() throws {
        let store = try filled()
        let worker = try worker(store)
        try migrate(store)
        // Checks can be switched off by the owner of the server.
        try worker.run(
            "SET session_replication_role = replica",
            "UPDATE \"\(store.namespace)\".a SET b_id = 999 WHERE n = 1")
        worker.close()
        try store.open(Self.new) { engine throws in #expect(try engine.values("A", "n").count == 5) }
        #expect(try store.rows(Self.pending) == ["pending constraint a_b_id_fkey"])
        _ = try TestStores.run("UPDATE \"\(store.namespace)\".a SET b_id = NULL WHERE b_id = 999")
        try store.open(Self.new) { _ in }
        try expectComplete(store)
    }

    @Test("PG-135 MIG-35 duplicates in a large table end the migration before anything has changed")
    func duplicates() throws {
        let store = try filled()
        _ = try TestStores.run("UPDATE \"\(store.namespace)\".a SET n = 1")
        let before = try store.shape()
        let new = [
            entity("A", constraints: [["n"]], attribute("n", .integer32)), entity("B", attribute("t")),
        ]
        #expect(throws: MigrationFailure.self) {
            try store.migrate(
                InferredMigration(from: Schema(Self.old), to: Schema(new)),
                change: { $0.mostRowsAtOnce = 2 }
            ) { _ in }
        }
        #expect(try store.shape() == before)
        _ = try TestStores.run("UPDATE \"\(store.namespace)\".a SET n = id")
        try store.migrate(
            InferredMigration(from: Schema(Self.old), to: Schema(new)), change: { $0.mostRowsAtOnce = 2 }
        ) { _ in }
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }
}
#endif
