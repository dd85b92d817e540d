// SPDX-License-Identifier: Apache-2.0
// Rows with composite attributes, migrated in memory: which of them get defaults, and which are refused.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migrations of rows: composites") struct CompositeRowTests {
    @Test(
        "MG-10 MG-29 MIG-54 MIG-138 rows without a composite get its default or none; elements fill the others",
        arguments: CompositeMigration.all)
    func migrates(_ migration: CompositeMigration) throws {
        let steps = try migration.steps
        let source = InMemoryEngine(schema: steps.source)
        try migration.write(into: source)
        let outcome = try CompositeMigration.outcome {
            let destination = InMemoryEngine(schema: steps.destination)
            try destination.restore(RowMigration(steps, of: source).changeSet())
            return try CompositeMigration.values(in: destination)
        }
        #expect(outcome == migration.wanted)
    }

    @Test("MIG-54 elements that stay ask for nothing: the composite is kept")
    func keeps() throws {
        let place = attribute("place", .composite) {
            $0.elements = [attribute("street", optional: false), attribute("land", default: .string("US"))]
        }
        let kept = try migration([entity("A", place)], [entity("A", place)])
        #expect(kept.isIdle && kept.rowChecks.isEmpty)
    }

    @Test("MIG-34 a required composite inside of a composite inside of another names its own rows")
    func nested() throws {
        func model(_ optional: Bool) -> [EntityDefinition] {
            let inner = attribute("inner", .composite, optional: optional) { $0.elements = [attribute("x")] }
            let middle = attribute("middle", .composite) { $0.elements = [inner, attribute("y")] }
            return [entity("A", attribute("outer", .composite) { $0.elements = [middle, attribute("z")] })]
        }
        let steps = try migration(model(true), model(false))
        let source = InMemoryEngine(schema: steps.source)
        // Only the last row has a middle, and no inner.
        let rows: [StoredValue] = [
            .null, .composite([.null, .null, .string("z")]), .composite([.string("x"), .null, .null]),
            .composite([.null, .string("y"), .null]),
        ]
        var changes = ChangeSet()
        changes.insertions = rows.enumerated().map { place, value in
            RowInsertion(key: steps.source.key(entity: 1, number: Int64(place + 1)), values: [value])
        }
        _ = try source.commit(changes)
        let error = #expect(throws: MigrationFailure.self) {
            _ = try RowMigration(steps, of: source).changeSet()
        }
        #expect(error?.property == "outer.middle.inner" && error?.rows.map(\.key) == [4])
    }
}
