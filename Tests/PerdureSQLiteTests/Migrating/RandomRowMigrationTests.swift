// SPDX-License-Identifier: Apache-2.0
// Random pairs of models with random rows: migrated in memory, and by plain values. PERDURE_SEED repeats a pair that failed.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migrations of rows at random") struct RandomRowMigrationTests {
    @Test("MIG-138 of 1,000 random pairs each store in memory has what a plain migration gives")
    func migratesRandomPairs() throws {
        var (migrated, failed, links) = (0, 0, 0)
        for seed in Seeds.of("MIG-138", count: 1000) {
            var random = RandomVersions(seed: seed)
            let old = random.version()
            let new = random.changed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let schemas = (try Schema(old), try Schema(new))
            guard let steps = try? InferredMigration(from: schemas.0, to: schemas.1) else { continue }
            let source = InMemoryEngine(schema: schemas.0)
            var rows = RandomRows(schema: schemas.0, random: random)
            try rows.write(into: source)
            let expected = try? PlainMigration(steps: steps, old: StoredGraph(source), sharesMembers: true)
                .run()
            let destination = InMemoryEngine(schema: schemas.1)
            do {
                try destination.restore(RowMigration(steps, of: source).changeSet())
                let found = try StoredGraph(destination)
                let wanted = try #require(expected, comment)
                #expect(found.differences(from: wanted).isEmpty, comment)
                migrated += 1
                links += found.rows.values.flatMap(\.members.values).map(\.count).reduce(0, +)
            } catch is MigrationFailure {
                #expect(expected == nil, comment)
                failed += 1
            }
        }
        print("MIG-138: \(migrated) migrated with \(links) members, \(failed) refused by their rows")
    }
}
