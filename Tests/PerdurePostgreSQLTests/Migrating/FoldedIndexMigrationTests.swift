// SPDX-License-Identifier: Apache-2.0
// Indexes of folded texts and of elements in migrations.

#if PostgreSQL
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import Testing

@Suite("PostgreSQL: migrated indexes of parts", .enabled(if: TestStores.isThere, TestStores.advice))
struct FoldedIndexMigrationTests {
    private let versions = ServerVersions()
    private let folded = FoldedIndexes(["Place": ["name": "c"], "Town": ["name": "cd"]])

    /// Two entities; the later version changes the table of the second one.
    private func model(isLater: Bool) -> [EntityDefinition] {
        ["Place", "Town"].map { entity in
            var names = ["name"]
            if isLater || entity == "Place" { names.append("added") }
            if !isLater { names.append("removed") }
            return EntityDefinition(
                entity,
                properties: (entity == "Place" ? ["name", "kept"] : names).map {
                    PropertyDefinition($0, .attribute(AttributeDefinition(.string)))
                })
        }
    }

    /// The indexes of folded texts that the server has, and that it can use.
    private func indexes() throws -> Set<String> {
        let writer = try PlainWriter(versions.namespace)
        let found = try writer.run(
            "SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = '\(versions.namespace)' AND i.indisvalid AND c.relname ~ '_(folded|unjudged)_'"
        )
        return Set(
            try found.column(0).compactMap {
                if case .text(let name)? = $0 { String(name.prefix(while: { !$0.isNumber })) } else { nil }
            })
    }

    private func count(_ engine: PostgreSQLEngine, _ text: String) throws -> Int {
        guard let entity = engine.schema.entities.first(where: { $0.name == "Town" }) else { return -1 }
        var plan = FetchPlan(entity: entity.number)
        plan.predicate = try PredicateParser.parse(text)
        guard case .rows(let rows) = try engine.fetch(plan) else { return -1 }
        return rows.count
    }

    @Test(
        "PG-115 PG-135 a migration keeps or makes anew the indexes of folded texts", arguments: [true, false])
    func migrated(hadIndexes: Bool) throws {
        let (old, new) = (model(isLater: false), model(isLater: true))
        try versions.open(old, change: { if hadIndexes { $0.foldedIndexes = folded } }) { _ in }
        let writer = try PlainWriter(versions.namespace)
        try writer.run("INSERT INTO town (entity, name, removed) VALUES (1, 'Zürich', 'x')")
        #expect(try indexes().count == (hadIndexes ? 4 : 0))
        let steps = try InferredMigration(from: Schema(old), to: Schema(new))
        let rows = try versions.migrate(
            steps, change: { $0.foldedIndexes = folded },
            body: { try count($0, "name BEGINSWITH[cd] \"ZURI\"") })
        #expect(rows == 1)
        let found = try indexes()
        #expect(found.count == 4, "\(found)")
    }
}
#endif
