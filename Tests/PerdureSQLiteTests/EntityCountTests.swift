// SPDX-License-Identifier: Apache-2.0
// Counts of rows and keys without the model, where the names of tables do not follow from those of entities.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: counts without the model") struct EntityCountTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Makes a store of two entities whose names differ by case only, with one object and with two.
    private func fill() throws {
        let store = try folder.open(
            ["Note", "NOTE"].map { EntityDefinition($0, properties: [TestModel.attribute("name", .string)]) })
        try store.insert("Note")
        for _ in 0..<2 { try store.insert("NOTE") }
        try store.engine.close()
    }

    private func counts() throws -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: try SQLiteStoreFile.entityCounts(at: folder.path()).map {
                ($0.name, $0.rows)
            })
    }

    @Test("PRG-59 rows of entities whose names differ by case only are counted once each")
    func caseOnly() throws {
        try fill()
        #expect(try counts() == ["Note": 1, "NOTE": 2])
    }

    @Test("PRG-59 the highest key of each table counts for its own entity, whatever the counter says")
    func highestKeys() throws {
        try fill()
        try folder.raw().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        #expect(try SQLiteStoreFile.givenNumbers(at: folder.path()).objects == ["Note": 1, "NOTE": 2])
    }

    @Test("PRG-59 rows that a migration has left, and copies of tables, do not count")
    func leftTables() throws {
        try fill()
        let raw = try folder.raw()
        try raw.execute("CREATE TABLE ZOLD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )")
        try raw.execute("INSERT INTO ZOLD SELECT Z_PK, Z_ENT, Z_OPT FROM ZNOTE")
        try raw.execute("CREATE TABLE ZNOTECOPY AS SELECT * FROM ZNOTE")
        var metadata = try SQLiteStoreFile.readMetadata(at: folder.path())
        DeferredRemovals([DeferredRemoval(table: "ZOLD", column: nil)]).put(into: &metadata)
        try SQLiteStoreFile.writeMetadata(metadata, at: folder.path())
        #expect(try counts() == ["Note": 1, "NOTE": 2])
    }
}
