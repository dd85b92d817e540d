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
        let schema = try Schema([
            EntityDefinition(
                "Place",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string, isIndexed: true))),
                    PropertyDefinition("other", .attribute(AttributeDefinition(.string))),
                ])
        ])
        let namespace = stores.namespace()
        let engine = try stores.open(schema, in: namespace) {
            $0.client.applicationName = namespace
            $0.client.poolSize = 1
        }
        let writer = try PlainWriter(namespace)
        try writer.run(
            "INSERT INTO place (entity, name, other) SELECT 1, CASE WHEN n % 10 = 0 THEN repeat('é', 700) || n ELSE 'n' || n END, "
                + "'o' || n FROM generate_series(1, 5000) AS n")
        try writer.run("ANALYZE place")
        return (engine, writer, namespace)
    }

    private func fetch(_ engine: PostgreSQLEngine, _ change: (inout FetchPlan) throws -> Void) throws -> [Row]
    {
        var plan = FetchPlan(entity: 1)
        try change(&plan)
        guard case .rows(let rows) = try engine.fetch(plan) else { return [] }
        return rows
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
}
#endif
