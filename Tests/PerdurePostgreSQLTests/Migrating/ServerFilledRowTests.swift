// SPDX-License-Identifier: Apache-2.0
// Rows that get defaults in a migration on the server: attributes that merge.

#if PostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdurePostgreSQL

@Suite("PostgreSQL: filled rows", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerFilledRowTests {
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
