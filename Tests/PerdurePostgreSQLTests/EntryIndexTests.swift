// SPDX-License-Identifier: Apache-2.0
// That the server's planner uses the indexes on entries of dictionaries for what the store sends (MRG-124).

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import Testing

@Suite("PostgreSQL: indexes on entries", .enabled(if: TestStores.isThere, TestStores.advice))
struct EntryIndexTests {
    private let stores = TestStores()

    /// Parcels with a dictionary of facts, of which some have tags.
    private func opened() throws -> PostgreSQLEngine {
        let namespace = stores.namespace()
        var facts = MergeRule(.dictionary, type: .binary)
        facts.isDeep = true
        facts.indexes = ["kind", "size.x", "$odd"]
        let schema = try Schema([
            EntityDefinition(
                "Parcel",
                properties: [
                    PropertyDefinition("facts", .attribute(AttributeDefinition(.binary, merge: facts)))
                ])
        ])
        let engine = try stores.open(schema, in: namespace)
        let writer = try PlainWriter(namespace)
        try writer.run(
            #"INSERT INTO parcel (entity, facts) SELECT 1, jsonb_build_object('kind', 'k' || n, 'size', jsonb_build_object('x', n)) "#
                + "FROM generate_series(1, 5000) AS n")
        // A text that is stored with a tag, and a number that is a flag.
        try writer.run(
            #"INSERT INTO parcel (entity, facts) VALUES (1, '{"kind": {"$text": "azQx"}}'), (1, '{"kind": true}'), (1, NULL)"#
        )
        try writer.run("ANALYZE parcel")
        return engine
    }

    private func plan(_ text: String) throws -> FetchPlan {
        var plan = FetchPlan(entity: 1)
        plan.predicate = try PredicateParser.parse(text)
        return plan
    }

    private func count(_ engine: PostgreSQLEngine, _ text: String) throws -> Int {
        guard case .rows(let rows) = try engine.fetch(plan(text)) else { return -1 }
        return rows.count
    }

    @Test(
        "MRG-124 PG-122 an index on an entry serves equality, and a partial one the dictionaries with tags",
        arguments: [
            ("facts.kind == \"k41\"", "parcel_facts_kind", 2),
            ("facts.size.x == 77", "parcel_facts_size.x", 1),
            ("facts.kind == 1", "parcel_facts_kind", 1), ("facts.kind == \"none\"", "parcel_facts_kind", 0),
        ])
    func equality(_ text: String, _ index: String, _ expected: Int) throws {
        let engine = try opened()
        #expect(try count(engine, text) == expected)
        let steps = try engine.explanation(of: plan(text)).steps.joined(separator: "\n")
        #expect(steps.contains(index) && steps.contains("parcel_facts_tagged"), "\(steps)")
        // The rest, and what has no entry, which a comparison leaves out.
        let others = try count(engine, "NOT \(text)")
        #expect(others >= 4_999 - expected)
    }
}
#endif
