// SPDX-License-Identifier: Apache-2.0
// Random pairs of models with random rows: migrated in place, and by plain values. PERDURE_SEED repeats a pair that failed.

import Foundation
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migrations of stores at random") struct RandomRestructuringTests {
    @Test("MIG-45 of 1,000 random pairs each store has what a plain migration gives, or is as before")
    func migratesRandomPairs() throws {
        var (migrated, failed, links) = (0, 0, 0)
        for seed in Seeds.of("MIG-45", count: 1000) {
            var random = RandomVersions(seed: seed)
            let old = random.version()
            let new = random.changed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let schemas = (try Schema(old), try Schema(new))
            guard let steps = try? InferredMigration(from: schemas.0, to: schemas.1) else { continue }
            let folder = try StoreFolder()
            let before = try write(RandomRows(schema: schemas.0, random: random), schemas.0, folder)
            let expected = try? PlainMigration(steps: steps, old: before).run()
            do {
                let found = try migrate(folder, steps)
                let wanted = try #require(expected, comment)
                let differences = found.differences(from: wanted)
                #expect(differences.isEmpty, comment)
                migrated += 1
                links += found.rows.values.flatMap(\.members.values).map(\.count).reduce(0, +)
            } catch is MigrationFailure {
                #expect(expected == nil, comment)
                #expect(try StoredGraph(open(folder, schemas.0).engine) == before, comment)
                failed += 1
            }
        }
        print("MIG-45: \(migrated) migrated with \(links) members, \(failed) refused by their rows")
    }

    private func write(_ rows: RandomRows, _ schema: Schema, _ folder: StoreFolder) throws -> StoredGraph {
        var rows = rows
        let store = try open(folder, schema)
        try rows.write(into: store.engine)
        let graph = try StoredGraph(store.engine)
        try store.engine.close()
        return graph
    }

    private func options(_ folder: StoreFolder) -> SQLiteOptions {
        var options = SQLiteOptions(path: folder.path())
        // No power is cut here.
        options.durability = .off
        return options
    }

    private func open(_ folder: StoreFolder, _ schema: Schema) throws -> OpenStore {
        var options = options(folder)
        options.initialMetadata[StoreMigration.hashesKey] = Self.hashes(schema)
        return OpenStore(engine: try SQLiteEngine.open(options, schema: schema))
    }

    private func migrate(_ folder: StoreFolder, _ steps: InferredMigration) throws -> StoredGraph {
        var options = options(folder)
        options.migration = StoreMigration(
            from: Self.hashes(steps.source), steps.source,
            metadata: [StoreMigration.hashesKey: Self.hashes(steps.destination)])
        options.migration?.steps = steps
        let engine = try SQLiteEngine.open(options, schema: steps.destination)
        let graph = try StoredGraph(engine)
        try engine.close()
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: steps.destination)
        #expect(problems.map(\.description) == [])
        return graph
    }

    /// Any list that tells two versions apart.
    static func hashes(_ schema: Schema) -> PropertyListValue {
        .dictionary(
            Dictionary(
                uniqueKeysWithValues: schema.entities.map { layout in
                    (layout.name, .string("\(layout.properties) \(layout.superentity ?? 0) \(layout.isAbstract)"))
                }))
    }
}
