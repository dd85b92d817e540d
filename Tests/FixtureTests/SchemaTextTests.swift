// SPDX-License-Identifier: Apache-2.0
// A store that we create from a real store's model has the same tables and indexes, to the letter, apart from
// the exceptions that SchemaException.swift lists one by one (in words: Documentation/Compatibility/Files.md).

import Foundation
import PerdureTestSupport
import Testing

@Suite("Schema text", .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct SchemaTextTests {
    @Test("STO-65 CREATE TABLE and CREATE INDEX are Apple's", arguments: FixtureStore.all)
    func sameText(_ store: FixtureStore) throws {
        let comparison = try SchemaComparison(store)
        #expect(comparison.unexplained == [])
        #expect(comparison.stale == [], "an exception that is not needed must go")
    }
}
