// SPDX-License-Identifier: Apache-2.0
// Rows that get defaults in a migration in place: values that must not be equal.

import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: filled rows") struct FilledRowTests {
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
