// SPDX-License-Identifier: Apache-2.0
// Random pairs of models with random rows: migrated in place, and by plain values. PERDURE_SEED repeats a pair that failed.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migrations of stores at random") struct RandomRestructuringTests {
    @Test("MIG-45 of 1,000 random pairs each store has what a plain migration gives, or is as before")
    func migratesRandomPairs() throws {
        var (migrated, failed, links, deferred) = (0, 0, 0, 0)
        for seed in Seeds.of("MIG-45", count: 1000) {
            var random = RandomVersions(seed: seed)
            let old = random.version()
            let new = random.changed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let schemas = (try Schema(old), try Schema(new))
            guard let steps = try? InferredMigration(from: schemas.0, to: schemas.1) else { continue }
            var store = try VersionedStore()
            // No power is cut here.
            let defers = random.one(in: 2)
            store.change = { options in
                options.durability = .off
                options.defersRemovals = defers
            }
            let before = try write(RandomRows(schema: schemas.0, random: random), old, store)
            let expected = try? PlainMigration(steps: steps, old: before).run()
            do {
                let found = try content(store.migrate(steps)) {
                    let isLeft = $0.metadata[DeferredRemovals.key] != nil
                    let problems = try isLeft ? store.problems(new) : []
                    #expect(problems.isEmpty && (defers || !isLeft), comment)
                    if isLeft { deferred += 1 }
                    while try $0.finishDeferredItem() {}
                }
                let wanted = try #require(expected, comment)
                #expect(found.differences(from: wanted).isEmpty, comment)
                #expect(try store.problems(new).isEmpty, comment)
                let shapes = (Set(try store.shape), Set(try VersionedStore.shape(of: new)))
                #expect(shapes.0.symmetricDifference(shapes.1) == [], comment)
                migrated += 1
                links += found.rows.values.flatMap(\.members.values).map(\.count).reduce(0, +)
            } catch is MigrationFailure {
                #expect(expected == nil, comment)
                #expect(try content(store.open(old)) == before, comment)
                failed += 1
            }
        }
        print(
            "MIG-45: \(migrated) migrated with \(links) members, \(failed) refused by their rows, \(deferred) deferred"
        )
    }

    private func write(_ rows: RandomRows, _ model: [EntityDefinition], _ file: VersionedStore) throws
        -> StoredGraph
    {
        var rows = rows
        let store = try file.open(model)
        try rows.write(into: store.engine)
        return try content(store)
    }

    /// All rows of a store, which is closed after a body has used it.
    private func content(_ store: OpenStore, after body: (SQLiteEngine) throws -> Void = { _ in }) throws
        -> StoredGraph
    {
        try body(store.engine)
        let graph = try StoredGraph(store.engine)
        try store.engine.close()
        return graph
    }
}
