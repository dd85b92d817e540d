// SPDX-License-Identifier: Apache-2.0
// That the server's planner uses the fetch indexes for what the store sends.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import Testing

@Suite("PostgreSQL: use of indexes", .enabled(if: TestStores.isThere, TestStores.advice))
struct IndexUseTests {
    private let stores = TestStores()

    /// A store of places of which some have long names, and what the server did for its last fetch.
    private func opened() throws -> (PostgreSQLEngine, PlainWriter, String) {
        let namespace = stores.namespace()
        let engine = try open(namespace)
        let writer = try PlainWriter(namespace)
        try writer.run(
            "INSERT INTO place (entity, tags, name, other) SELECT 1, ARRAY['t' || n], CASE WHEN n % 10 = 0 THEN repeat('é', 700) || n ELSE 'n' || n END, "
                + "'o' || n FROM generate_series(1, 5000) AS n")
        try writer.run("ANALYZE place")
        return (engine, writer, namespace)
    }

    private func open(_ namespace: String, indexed: Bool = true, folding: String = "c") throws
        -> PostgreSQLEngine
    {
        var tags = MergeRule(.set, type: .binary)
        if indexed { tags.indexes = [""] }
        let schema = try Schema([
            EntityDefinition(
                "Place",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string, isIndexed: indexed))),
                    PropertyDefinition("other", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition("tags", .attribute(AttributeDefinition(.binary, merge: tags))),
                ])
        ])
        return try stores.open(schema, in: namespace) {
            $0.client.applicationName = namespace
            $0.client.poolSize = 1
            if indexed { $0.foldedIndexes = FoldedIndexes(["Place": ["other": folding]]) }
        }
    }

    private func fetch(_ engine: PostgreSQLEngine, _ change: (inout FetchPlan) throws -> Void) throws -> [Row]
    {
        var plan = FetchPlan(entity: 1)
        try change(&plan)
        guard case .rows(let rows) = try engine.fetch(plan) else { return [] }
        return rows
    }

    /// How the server finds what a predicate asks for.
    private func explanation(_ engine: PostgreSQLEngine, _ text: String) throws -> String {
        var plan = FetchPlan(entity: 1)
        plan.predicate = try PredicateParser.parse(text)
        return try engine.explanation(of: plan).steps.joined(separator: "\n")
    }

    /// The plan of the statement that the store sent last, with a text for each parameter.
    private func plan(_ writer: PlainWriter, _ namespace: String, _ text: String) throws -> String {
        let query =
            "SELECT query FROM pg_stat_activity WHERE application_name LIKE '\(namespace)%' AND query LIKE '%FROM%place%' "
            + "ORDER BY state_change DESC LIMIT 1"
        guard case .text(let statement)? = try writer.value(query) else { return "no statement" }
        let count = (1...9).last { statement.contains("$\($0)") } ?? 0
        try writer.run("PREPARE sent AS \(statement)")
        let values =
            count == 0 ? "" : "(" + Array(repeating: text, count: count).joined(separator: ", ") + ")"
        let result = try writer.run("EXPLAIN (COSTS off) EXECUTE sent\(values)")
        try writer.run("DEALLOCATE sent")
        return try result.column(0).compactMap { if case .text(let line)? = $0 { line } else { nil } }
            .joined(separator: "\n")
    }

    @Test(
        "PG-49 PG-115 an index on the beginnings of texts serves equality, lists and order, also of long texts"
    )
    func beginnings() throws {
        let (engine, writer, namespace) = try opened()
        let long = String(repeating: "é", count: 700) + "40"
        for name in ["n41", long, "none"] {
            let rows = try fetch(engine) {
                $0.predicate = try PredicateParser.parse("name == \"\(name)\"")
            }
            #expect(rows.map { $0[0] } == (name == "none" ? [] : [.string(name)]))
        }
        let equal = try plan(writer, namespace, "'n41'")
        #expect(equal.contains("place_name"), "\(equal)")
        let listed = try fetch(engine) {
            $0.predicate = try PredicateParser.parse("name IN {\"n41\", \"n42\", \"\(long)\"}")
        }
        #expect(listed.count == 3)
        let list = try plan(writer, namespace, "'{n41,n42}'")
        #expect(list.contains("place_name"), "\(list)")
        let sorted = try fetch(engine) {
            $0.sort = [SortTerm(["name"], isAscending: false)]
            $0.limit = 3
        }
        let tail = ["990", "980", "970"].map { StoredValue.string(String(repeating: "é", count: 700) + $0) }
        #expect(sorted.map { $0[0] } == tail)
        let order = try plan(writer, namespace, "3")
        #expect(order.contains("place_name"), "\(order)")
    }

    @Test("PG-49 columns without an index are compared as they are")
    func others() throws {
        let (engine, writer, namespace) = try opened()
        let rows = try fetch(engine) { $0.predicate = try PredicateParser.parse("other == \"o7\"") }
        #expect(rows.count == 1)
        let equal = try plan(writer, namespace, "'o7'")
        #expect(equal.contains("Seq Scan") && !equal.contains("left"), "\(equal)")
    }

    @Test("PG-49 PG-109 an index on the beginnings of texts serves ranges and prefixes")
    func ranges() throws {
        let (engine, _, _) = try opened()
        let long = String(repeating: "é", count: 700)
        for (text, count) in [
            ("name BEGINSWITH \"n41\"", 100), ("name >= \"n99\" AND name < \"o\"", 10),
            ("name > \"\(long)\"", 500),
            ("name BETWEEN {\"n42\", \"n421\"}", 11),
        ] {
            let rows = try fetch(engine) { $0.predicate = try PredicateParser.parse(text) }
            #expect(rows.count == count, "\(text)")
        }
        let prefix = try fetch(engine) { $0.predicate = try PredicateParser.parse("name BEGINSWITH \"n41\"") }
        #expect(
            prefix.allSatisfy { if case .string(let name) = $0[0] { name.hasPrefix("n41") } else { false } })
        let plan = try explanation(engine, "name BEGINSWITH \"n41\"")
        #expect(plan.contains("place_name"), "\(plan)")
    }

    @Test("PG-115 an index on folded texts serves equality and prefixes that ignore case")
    func folded() throws {
        let (engine, writer, _) = try opened()
        // U+A64B has a small letter that the oldest servers do not know; a mark alone is judged by the client.
        try writer.run(
            "INSERT INTO place (entity, other) VALUES (1, 'O77' || U&'\\0301'), (1, 'ÉA'), (1, U&'\\+10FFFF')"
        )
        try writer.run("ANALYZE place")
        for (text, names) in [
            ("other ==[c] \"O77\"", ["o77"]), ("other ==[c] \"o77\u{301}\"", ["O77\u{301}"]),
            ("other BEGINSWITH[c] \"É\"", ["ÉA"]), ("other BEGINSWITH[c] \"\u{10FFFF}\"", ["\u{10FFFF}"]),
            ("other BEGINSWITH[c] \"O500\"", ["o500", "o5000"]),
            ("NOT other BEGINSWITH[c] \"O\"", ["ÉA", "\u{10FFFF}"]),
        ] {
            let rows = try fetch(engine) {
                $0.predicate = try PredicateParser.parse(text)
                $0.sort = [SortTerm(["other"], isAscending: true)]
            }
            #expect(rows.map { $0[1] } == names.map { .string($0) }, "\(text)")
        }
        let prefix = try explanation(engine, "other BEGINSWITH[c] \"O500\"")
        #expect(prefix.contains("place_other_folded") && !prefix.contains("Seq Scan"), "\(prefix)")
        let equal = try explanation(engine, "other ==[c] \"O500\"")
        #expect(equal.contains("place_other_folded") && !equal.contains("Seq Scan"), "\(equal)")
    }

    @Test("MRG-124 PG-122 an index on the elements of a set serves membership")
    func elements() throws {
        let (engine, _, _) = try opened()
        let found = try fetch(engine) { $0.predicate = try PredicateParser.parse("tags CONTAINS \"t41\"") }
        #expect(found.map { $0[0] } == [.string("n41")])
        let plan = try explanation(engine, "tags CONTAINS \"t41\"")
        #expect(plan.contains("place_tags_elements"), "\(plan)")
        let others = try fetch(engine) {
            $0.predicate = try PredicateParser.parse("NOT tags CONTAINS \"t41\"")
        }
        #expect(others.count == 4_999)
    }

    @Test("SD-89 MIG-5 an opening for writing makes the indexes that the model has got since")
    func added() throws {
        let namespace = stores.namespace()
        let first = try open(namespace, indexed: false)
        let writer = try PlainWriter(namespace)
        func names() throws -> Set<String> {
            let found = try writer.run(
                "SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(namespace)' AND tablename = 'place'"
            )
            return Set(try found.column(0).compactMap { if case .text(let name)? = $0 { name } else { nil } })
        }
        let before = try names()
        let second = try open(namespace)
        let added = try names().subtracting(before)
        #expect(added.count == 4, "\(added)")
        #expect(Set(try names()).isSuperset(of: before.union(["place_name", "place_tags_elements"])))
        withExtendedLifetime((first, second)) {}
    }

    @Test("PG-115 another word for a folding, and one for a number, are refused with entity and attribute")
    func wrongFolding() throws {
        let error = #expect(throws: StoreError.self) { try open(stores.namespace(), folding: "upper") }
        guard case .invalidSchema(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("Place.other") && reason.contains("upper"))
    }
}
#endif
