// SPDX-License-Identifier: Apache-2.0
// How SQLite finds the rows that triggers of derived attributes write and read: by keys and their indexes, never by
// walking through a table.

import CSQLite
import PerdureSQL
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: query plans of derived attributes") struct DerivedPlanTests {
    @Test("DER-21 no trigger walks through a table")
    func plans() throws {
        let folder = try StoreFolder()
        let store = try folder.open(DerivedModel.definitions)
        let raw = try folder.raw()
        raw.allowTriggers(writingSpatialIndexes: false)
        raw.set(triggerPlans, true)
        let mapping = store.engine.mapping
        for table in mapping.tables {
            let columns = table.columns.map(\.name).filter { $0 != "Z_PK" && $0 != "Z_ENT" }
            try check(raw, "INSERT INTO \(table.name) (Z_PK) VALUES (1)")
            try check(raw, "DELETE FROM \(table.name) WHERE Z_PK = 1")
            for column in columns { try check(raw, "UPDATE \(table.name) SET \(column) = 1 WHERE Z_PK = 1") }
        }
        for join in mapping.joinTables {
            let (own, member) = (join.owner.key, join.member.key)
            try check(raw, "INSERT INTO \(join.name) (\(own), \(member)) VALUES (1, 2)")
            try check(raw, "DELETE FROM \(join.name) WHERE \(own) = 1 AND \(member) = 2")
            try check(raw, "UPDATE \(join.name) SET \(member) = 3 WHERE \(own) = 1 AND \(member) = 2")
        }
    }

    private func check(_ connection: SQLiteConnection, _ text: String) throws {
        let steps = try connection.all("EXPLAIN QUERY PLAN \(text)") { $0.text(3) }
        for step in steps {
            // A list of keys that has been found already is read from its beginning to its end.
            let isWalk = step.hasPrefix("SCAN ") && !step.hasPrefix("SCAN (")
            #expect(!isWalk && !step.contains("AUTOMATIC"), "\(step): \(text)")
            #expect(!step.contains("Z_ENT_INDEX"), "\(step): \(text)")
        }
    }

    @Test("DER-21 the plans of triggers are among those that are looked at")
    func plansAreShown() throws {
        let folder = try StoreFolder()
        try folder.open(DerivedModel.definitions).engine.close()
        let raw = try folder.raw()
        raw.allowTriggers(writingSpatialIndexes: false)
        raw.set(triggerPlans, true)
        let steps = try raw.all("EXPLAIN QUERY PLAN DELETE FROM ZITEM WHERE Z_PK = 1") { $0.text(3) }
        #expect(steps.contains { $0.contains("ZORDER USING INTEGER PRIMARY KEY") }, "\(steps)")
        #expect(steps.contains { $0.contains("ZITEM_ZORDER_INDEX") }, "\(steps)")
    }
}

/// The switch SQLITE_DBCONFIG_TRIGGER_EQP.
private let triggerPlans: Int32 = 1008
