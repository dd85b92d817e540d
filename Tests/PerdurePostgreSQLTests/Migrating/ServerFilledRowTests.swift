// SPDX-License-Identifier: Apache-2.0
// Rows that get defaults in a migration on the server: composites, and attributes that merge.

#if PostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdurePostgreSQL

@Suite("PostgreSQL: filled rows", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerFilledRowTests {
    @Test(
        "MG-10 MG-29 MIG-54 rows without a composite get its default or none; elements fill the others",
        arguments: CompositeMigration.all)
    func composites(_ migration: CompositeMigration) throws {
        let store = ServerVersions()
        try store.open(migration.models.old) { try migration.write(into: $0) }
        let outcome = try CompositeMigration.outcome {
            try store.migrate(migration.steps) { try CompositeMigration.values(in: $0) }
        }
        #expect(outcome == migration.wanted)
        guard case .values = outcome else { return }
        #expect(try store.shape() == ServerVersions.shape(of: migration.models.new))
    }

    @Test(
        "MIG-54 an added number in an optional composite is written row by row, not as the column's constant")
    func numbers() throws {
        func model(_ elements: PropertyDefinition...) -> [EntityDefinition] {
            [entity("E", attribute("place", .composite) { $0.elements = elements })]
        }
        let old = model(attribute("street"))
        let new = model(attribute("street"), attribute("floor", .integer16, default: .integer(1)))
        let store = ServerVersions()
        try store.open(old) { engine in
            try engine.insert("E")
            try engine.insert("E", ["place": .composite([.string("a")])])
        }
        try store.migrate(old, new) { engine throws in
            let wanted: [StoredValue] = [.null, .composite([.string("a"), .integer(1)])]
            #expect(try CompositeMigration.values(in: engine) == wanted)
        }
    }

    @Test("MGI-1 MRG-71 a required counter that is added has its default in every row")
    func counter() throws {
        let old = [entity("Post", attribute("title"), attribute("views", .integer64))]
        func counter(_ name: String, _ value: Int64) -> PropertyDefinition {
            attribute(name, .integer64, optional: false, default: .integer(value)) {
                $0.merge = MergeRule(.counter, type: .integer64)
            }
        }
        let new = [entity("Post", attribute("title"), counter("views", 5), counter("likes", 0))]
        let store = ServerVersions()
        try store.open(old) { engine in
            try engine.insert("Post")
            try engine.insert("Post", ["views": .integer(2)])
        }
        try store.migrate(old, new) { engine throws in
            #expect(try engine.values("Post", "views") == [.integer(5), .integer(2)])
            #expect(try engine.values("Post", "likes") == [.integer(0), .integer(0)])
        }
    }
}
#endif
