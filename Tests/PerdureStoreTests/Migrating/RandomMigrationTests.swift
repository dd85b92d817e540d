// SPDX-License-Identifier: Apache-2.0
// Random pairs of versions, and large ones. PERDURE_SEED repeats a pair that failed.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migrations at random") struct RandomMigrationTests {
    @Test("MIG-33 of 1,000 random pairs inference is the same each time, and each property has one origin")
    func infersRandomPairs() throws {
        var inferred = 0
        for seed in Seeds.of("MIG-33", count: 1000) {
            var models = RandomVersions(seed: seed)
            let old = models.version()
            let new = models.changed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let refused = try refusals(old, new)
            #expect(try refusals(old.reversed(), new.reversed()) == refused, comment)
            #expect(try migration(old, old).isIdle, comment)
            #expect(try migration(new, new).isIdle, comment)
            if refused.isEmpty { inferred += 1 }
            guard refused.isEmpty else { continue }
            let there = try migration(old, new)
            #expect(try migration(old.reversed(), new.reversed()).steps == there.steps, comment)
            checkOrigins(there, comment)
            #expect(there.losses.isEmpty == (try refusals(old, new, refusingLoss: true).isEmpty), comment)
        }
        print("MIG-33: \(inferred) inferred")
    }

    @Test("MIG-20 renames alone pair both ways, and lose nothing")
    func renamesBothWays() throws {
        for seed in Seeds.of("MIG-20", count: 200) {
            var models = RandomVersions(seed: seed)
            let old = models.version()
            let new = models.renamed(old)
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed)")
            let (there, back) = (try migration(old, new), try migration(new, old))
            #expect(there.losses.isEmpty && back.losses.isEmpty, comment)
            #expect(there.rowChecks.isEmpty && back.rowChecks.isEmpty, comment)
            for step in there.steps {
                let reverse = back.steps.first { $0.source == step.destination }
                #expect(reverse?.destination == step.source && step.source != nil, comment)
                for (slot, origin) in step.origins.enumerated() where origin != .transient {
                    #expect(origin.source.map { reverse?.origins[$0].source } == slot, comment)
                }
            }
        }
    }

    @Test("MIG-33 the work grows with the size of the models and no faster")
    func growsWithModels() throws {
        let (small, large) = (try Schema(Self.wide(2_000)), try Schema(Self.wide(20_000)))
        let clock = ContinuousClock()
        var times: [Duration] = []
        for schema in [small, large] {
            var isIdle = false
            times.append(
                try clock.measure { isIdle = try InferredMigration(from: schema, to: schema).isIdle })
            #expect(isIdle)
        }
        print("MIG-33: 2,000 entities \(times[0]), 20,000 entities \(times[1])")
        #expect(times[1] < times[0] * 40 + .seconds(2))
    }

    /// Entities below one root, each with a relationship to it and one to a neighbour.
    private static func wide(_ count: Int) -> [EntityDefinition] {
        [entity("Root", attribute("name"))]
            + (0..<count).map { number in
                entity(
                    "E\(number)", below: "Root", constraints: [["a"]], attribute("a", .integer64),
                    relationship("root", to: "Root"), relationship("next", to: "E\((number + 1) % count)"))
            }
    }

    private func checkOrigins(_ inferred: InferredMigration, _ comment: Comment) {
        for step in inferred.steps {
            guard let old = step.source, let new = step.destination else { continue }
            #expect(step.origins.count == inferred.destination[new].properties.count, comment)
            let sources = step.origins.compactMap(\.source)
            let all = sources + step.removedSlots
            #expect(Set(all).count == all.count, comment)
            let persistent = inferred.source[old].properties.filter { !$0.isTransient }
            #expect(all.count == persistent.count, comment)
        }
    }
}
