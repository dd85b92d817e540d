// SPDX-License-Identifier: Apache-2.0
// Versions of rows that merge, in the file: `Z_OPT` counts all writes, the side table those that only merged, and other
// programs need to know neither.

import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: versions of rows that merge") struct MergeVersionTests {
    private let folder: StoreFolder
    private let store: OpenStore
    private let key: ObjectKey

    init() throws {
        folder = try StoreFolder()
        store = try folder.open(MergeModel.entities)
        key = try store.insert("Tally", ["count": .integer(10)])
    }

    private func version() throws -> Int64? { try store.row(key)?.version }

    private func column(_ name: String = "Z_OPT") throws -> Int64? {
        try folder.raw().first("SELECT \(name) FROM ZTALLY") { $0.integer(0) }
    }

    @Test("MRG-94 Z_OPT counts all writes, so that Apple's programs notice them, and versions the plain ones")
    func counting() throws {
        for _ in 0..<3 { try store.add(1, to: key) }
        #expect(try column() == 4)
        #expect(try version() == 1)
        try store.update(key, ["name": .string("a")], version: 1)
        try store.add(1, to: key)
        #expect(try column() == 6)
        #expect(try version() == 2)
        let again = try folder.open(MergeModel.entities)
        #expect(try again.row(key)?.version == 2)
    }

    @Test("MRG-141 what another program writes counts as plain, and its value is the one that is merged with")
    func otherProgram() throws {
        try store.add(1, to: key)
        try folder.raw().execute("UPDATE ZTALLY SET Z_OPT = Z_OPT + 1, ZCOUNT = 100")
        #expect(try version() == 2)
        let conflict = try store.engine.commit(store.updating(key, ["name": .string("a")], version: 1))
        guard case .conflicts = conflict else {
            Issue.record("an update of a version that another program replaced")
            return
        }
        try store.add(1, to: key)
        #expect(try store.value(key, "count") == .integer(101))
        #expect(try version() == 2)
    }

    @Test("MRG-141 a key that another program deleted and gave out anew begins anew")
    func otherRow() throws {
        for _ in 0..<5 { try store.add(1, to: key) }
        let raw = try folder.raw()
        try raw.execute("DELETE FROM ZTALLY")
        try raw.execute("INSERT INTO ZTALLY (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)")
        #expect(try version() == 1)
        try store.add(1, to: key)
        #expect(try version() == 1)
        try store.update(key, ["name": .string("a")], version: 1)
        #expect(try version() == 2)
        for _ in 0..<5 { try store.add(1, to: key) }
        #expect(try version() == 2)
    }

    @Test("MRG-94 a deletion forgets what was counted")
    func deletion() throws {
        try store.add(1, to: key)
        try store.delete(key, version: 1)
        #expect(try folder.raw().first("SELECT 1 FROM PERDURE_MERGES") { _ in true } == nil)
    }

    @Test("MRG-140 a row without a version, and one at the largest, can be merged with")
    func oddVersions() throws {
        try folder.raw().execute("UPDATE ZTALLY SET Z_OPT = NULL")
        try store.add(1, to: key)
        #expect(try column() == 1)
        try folder.raw().execute("UPDATE ZTALLY SET Z_OPT = 9223372036854775807")
        #expect(throws: Never.self) { try store.add(1, to: key) }
        #expect(try store.value(key, "count") == .integer(12))
    }

    @Test("MRG-142 the same file without and again with attributes that merge")
    func turning() throws {
        try store.add(1, to: key)
        try store.engine.close()
        let plain = try folder.open(MergeModel.plain)
        #expect(try plain.row(key)?.version == 2)
        try plain.update(key, ["count": .integer(20)], version: 2)
        try plain.engine.close()
        let again = try folder.open(MergeModel.entities)
        #expect(try again.row(key)?.version == 2)
        try again.add(1, to: key)
        #expect(try again.value(key, "count") == .integer(21))
        #expect(try again.row(key)?.version == 2)
    }

    @Test(
        "MRG-140 MRG-142 a store made without them gets only the side tables, when it is opened for writing")
    func sideTables() throws {
        let folder = try StoreFolder()
        let plain = try folder.open(MergeModel.plain)
        let key = try plain.insert("Tally", ["count": .integer(1)])
        try plain.engine.close()
        let tables = { try folder.raw().all("SELECT name FROM sqlite_master ORDER BY name") { $0.text(0) } }
        let before = try tables()
        let reader = try folder.open(MergeModel.entities) { $0.isReadOnly = true }
        #expect(try reader.row(key)?.version == 1)
        #expect(try tables() == before)
        try reader.engine.close()
        let writer = try folder.open(MergeModel.entities)
        try writer.add(1, to: key)
        #expect(try Set(tables()).subtracting(before) == ["PERDURE_MERGES", "PERDURE_SAVES"])
        #expect(try writer.row(key)?.version == 1)
        try writer.engine.close()
        let second = try folder.open(MergeModel.entities) { $0.isReadOnly = true }
        #expect(try second.row(key)?.version == 1)
        #expect(try second.value(key, "count") == .integer(2))
    }

    @Test("MRG-140 the checker finds nothing wrong")
    func check() throws {
        try store.add(1, to: key)
        #expect(try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema).isEmpty)
    }

    @Test("MRG-94 tables without such attributes keep their statements")
    func otherTables() throws {
        let mapping = store.engine.mapping
        let tag = try #require(store.schema.entity(named: "Tag")).number
        let version = try mapping.table(of: tag).versions.number(mapping.system)
        #expect(SQLPrinter.print(version, dialect: .sqlite).text == "IFNULL(\"Z_OPT\", 0)")
        let plan = FetchPlan(entity: tag)
        let text = try FetchTranslator(mapping: mapping, dialect: .sqlite).statement(for: plan).statement.text
        #expect(!text.contains("PERDURE"))
        let plain = try StoreMapping(schema: try Schema(MergeModel.plain))
        #expect(
            text
                == (try FetchTranslator(mapping: plain, dialect: .sqlite).statement(for: plan)).statement.text
        )
    }
}
