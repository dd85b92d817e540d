// SPDX-License-Identifier: Apache-2.0
// Rows that get defaults in a migration in place: attributes that merge, and values that must not be equal.

import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: filled rows") struct FilledRowTests {
    @Test("MGI-1 MRG-71 a required counter and a whole value that are added get their defaults in every row")
    func merging() throws {
        let old = [entity("Post", attribute("title"), attribute("views", .integer64))]
        let new = [
            entity(
                "Post", attribute("title"),
                attribute("views", .integer64, optional: false, default: .integer(5)) {
                    $0.merge = MergeRule(.counter, type: .integer64)
                },
                attribute("likes", .integer64, optional: false, default: .integer(0)) {
                    $0.merge = MergeRule(.counter, type: .integer64)
                },
                attribute("color", default: .string("red")) { $0.merge = MergeRule(.value, type: .string) })
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        let keys = try [StoredValue.null, .integer(2)].map { try store.insert("Post", ["views": $0]) }
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try keys.map { try migrated.value($0, "views") } == [.integer(5), .integer(2)])
        #expect(try keys.map { try migrated.value($0, "likes") } == [.integer(0), .integer(0)])
        #expect(try keys.map { try migrated.value($0, "color") } == [.string("red"), .string("red")])
        try migrated.engine.close()
        #expect(try file.problems(new) == [])
    }

    /// Codes that must be unique; a new version requires them.
    private static func codes(_ isRequired: Bool) -> [EntityDefinition] {
        [
            entity(
                "Item", constraints: [["code"]],
                attribute("code", optional: !isRequired, default: isRequired ? .string("") : nil))
        ]
    }

    @Test("MIG-35 MIG-55 a default that makes unique values equal: the constraint and the rows are named")
    func equalDefaults() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.codes(false))
        for code in [StoredValue.null, .string("a"), .null] { try store.insert("Item", ["code": code]) }
        try store.engine.close()
        let before = try file.folder.bytes()
        let error = #expect(throws: MigrationFailure.self) {
            try file.migrate(Self.codes(false), Self.codes(true))
        }
        let rows = [1, 3].map { MigrationFailure.Row(entity: 1, key: $0) }
        #expect(error == MigrationFailure(.duplicates(["code"]), entity: "Item", rows: rows))
        #expect(try file.folder.bytes() == before)
    }

    @Test("MIG-55 a unique index over values that are filled is there afterwards")
    func uniqueIndex() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.codes(false))
        for code in [StoredValue.null, .string("a")] { try store.insert("Item", ["code": code]) }
        try store.engine.close()
        try file.migrate(Self.codes(false), Self.codes(true)).engine.close()
        #expect(try file.shape == VersionedStore.shape(of: Self.codes(true)))
        #expect(try file.rows("SELECT ZCODE FROM ZITEM ORDER BY Z_PK") == ["", "a"])
    }
}
