// SPDX-License-Identifier: Apache-2.0
// Fetch indexes of several texts and of bytes: values of any length fit, the planner uses them, and older ones give way to them.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: indexes of long values", .enabled(if: TestStores.isThere, TestStores.advice))
struct LongIndexTests {
    private let stores = TestStores()

    private func open(_ namespace: String) throws -> PostgreSQLEngine {
        let types: [(String, StoredAttributeType)] = [
            ("title", .string), ("text", .string), ("digest", .binary),
        ]
        let schema = try Schema([
            EntityDefinition(
                "Note",
                properties: types.map { PropertyDefinition($0, .attribute(AttributeDefinition($1))) },
                indexes: [
                    IndexDefinition("both", elements: [.init(property: "title"), .init(property: "text")]),
                    IndexDefinition("digest", elements: [.init(property: "digest")]),
                ])
        ])
        return try stores.open(schema, in: namespace)
    }

    private func predicate(_ key: String, _ value: ConstantValue) -> PredicateNode {
        .comparison(
            ComparisonNode(.keyPath(base: .evaluatedObject, keys: [key]), .equal, .constant(value)))
    }

    private func indexes(_ namespace: String) throws -> [String] {
        try PlainWriter(namespace).texts(
            "SELECT i.indexname || ' ' || coalesce(o.kind, '-') FROM pg_indexes i LEFT JOIN perdure_objects o "
                + "ON o.name = i.indexname WHERE i.schemaname = '\(namespace)' AND i.tablename = 'note' "
                + "AND i.indexname <> 'note_pkey' ORDER BY 1")
    }

    @Test("PG-49 indexes of several texts and of bytes take values of any length, which are found by them")
    func long() throws {
        let store = EngineUnderTest(try open(stores.namespace()))
        // Nothing that could be compressed.
        let text = String(
            String.UnicodeScalarView(
                (0..<3_000).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x4E00...0x9FFF)) }))
        let digest = Data((0..<6_000).map { _ in UInt8.random(in: 0...255) })
        let key = try store.insert(
            "Note", ["title": .string(text), "text": .string(text), "digest": .data(digest)])
        // The same beginnings, and other values.
        try store.insert(
            "Note",
            ["title": .string(text + "!"), "text": .string(text), "digest": .data(digest + Data([0]))])
        for predicate in [predicate("title", .string(text)), predicate("digest", .data(digest))] {
            var plan = try store.plan("Note")
            plan.predicate = predicate
            #expect(try store.rows(plan).map(\.key) == [key], "\(predicate)")
        }
    }

    @Test("PG-49 such indexes serve equality and order")
    func use() throws {
        let namespace = stores.namespace()
        let engine = try open(namespace)
        let writer = try PlainWriter(namespace)
        try writer.run(
            "INSERT INTO note (entity, title, text, digest) SELECT 1, 't' || n, 'x' || n, decode(md5(n::text), 'hex') "
                + "FROM generate_series(1, 5000) n")
        try writer.run("ANALYZE note")
        let digest = Data(repeating: 7, count: 16)
        for (predicate, index) in [
            (predicate("title", .string("t7")), "note_both_300"),
            (predicate("digest", .data(digest)), "note_digest_600"),
        ] {
            var plan = FetchPlan(entity: 1)
            plan.predicate = predicate
            let steps = try engine.explanation(of: plan).steps.joined(separator: "\n")
            #expect(steps.contains(index), "\(steps)")
        }
        for (key, index) in [("title", "note_both_300"), ("digest", "note_digest_600")] {
            var plan = FetchPlan(entity: 1)
            plan.sort = [SortTerm([key], isAscending: true)]
            plan.limit = 3
            let steps = try engine.explanation(of: plan).steps.joined(separator: "\n")
            #expect(steps.contains(index), "\(steps)")
        }
    }

    @Test("PG-49 PG-135 an opening for writing puts them in place of those that refuse long values")
    func older() throws {
        let namespace = stores.namespace()
        let new = ["note_both_300 index", "note_digest_600 index"]
        try open(namespace).close()
        #expect(try indexes(namespace) == new)
        let writer = try PlainWriter(namespace)
        for text in [
            "DROP INDEX note_both_300, note_digest_600",
            "DELETE FROM perdure_objects WHERE name IN ('note_both_300', 'note_digest_600')",
            "CREATE INDEX note_both ON note (\"left\"(title, 600), \"left\"(text, 600), id)",
            "CREATE INDEX note_digest ON note (digest, id)", "CREATE INDEX others ON note (digest)",
            "INSERT INTO perdure_objects (kind, name) VALUES ('index', 'note_both'), ('index', 'note_digest')",
        ] {
            try writer.run(text)
        }
        try open(namespace).close()
        #expect(try indexes(namespace) == new + ["others -"])
    }
}
#endif
