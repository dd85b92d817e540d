// SPDX-License-Identifier: Apache-2.0
// Random pairs of models with random rows: migrated on the server, and by plain values. PERDURE_SEED repeats a pair that failed.

#if PostgreSQL
import PerdurePostgreSQL
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: migrations at random", .enabled(if: TestStores.isThere, TestStores.advice))
struct RandomServerMigrationTests {
    @Test("PG-135 of 300 random pairs each store has what a plain migration gives, or is as before")
    func migratesRandomPairs() throws {
        var (migrated, failed, links) = (0, 0, 0)
        for seed in Seeds.of("PG-135", count: 300) {
            var random = RandomVersions(seed: seed)
            let old = random.version()
            let new = random.changed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let schemas = (try Schema(old), try Schema(new))
            guard let steps = try? InferredMigration(from: schemas.0, to: schemas.1) else { continue }
            let store = ServerVersions()
            let before = try store.open(old) { engine in
                var rows = RandomRows(schema: schemas.0, random: random)
                try rows.write(into: engine)
                return try StoredGraph(engine)
            }
            let expected = try? PlainMigration(steps: steps, old: before).run()
            do {
                let found = try store.migrate(steps) { try StoredGraph($0) }
                let wanted = try #require(expected, comment)
                #expect(found.differences(from: wanted).isEmpty, comment)
                let shapes = (try store.shape(), try ServerVersions.shape(of: new))
                #expect(shapes.0.symmetricDifference(shapes.1) == [], comment)
                migrated += 1
                links += found.rows.values.flatMap(\.members.values).map(\.count).reduce(0, +)
            } catch is MigrationFailure {
                #expect(expected == nil, comment)
                #expect(try store.open(old) { try StoredGraph($0) } == before, comment)
                failed += 1
            } catch {
                Issue.record(error, comment)
            }
        }
        print("PG-135: \(migrated) migrated with \(links) members, \(failed) refused by their rows")
    }
}
#endif
