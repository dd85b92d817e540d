// SPDX-License-Identifier: Apache-2.0
// Counters of keys, versions of rows, and indexes of SQLite. Part of SQLiteStoreMender.swift.

import PerdureSQL
import PerdureStore

enum BookkeepingMending: StoreMending {
    static func run(_ run: inout MendingRun) throws {
        for table in run.mapping.tables {
            try counter(of: table, &run)
            try run.change(
                table.name, "rows without a version get version 1",
                "UPDATE \(quotedName(table.name)) SET Z_OPT = 1 WHERE typeof(Z_OPT) <> 'integer'")
        }
    }

    private static func counter(of table: TableMapping, _ run: inout MendingRun) throws {
        guard let root = run.mapping[table.root],
            let highest = try run.connection.first(
                "SELECT IFNULL(MAX(Z_PK), 0) FROM \(quotedName(table.name))", [], { $0.integer(0) })
        else { return }
        try run.change(
            "Z_PRIMARYKEY",
            "Z_MAX of \(run.mapping.schema[table.root].name) becomes \(highest), the highest key in use",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND IFNULL(Z_MAX, 0) < ?",
            [.integer(highest), .integer(Int64(root.fileNumber)), .integer(highest)])
    }
}

/// Indexes that the model asks for and the file does not have, or has with wrong entries.
enum IndexMending: StoreMending {
    static func run(_ run: inout MendingRun) throws {
        try rebuild(&run)
        let present = try run.connection.all(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ) { SQLDefinition(.index, $0.text(0), $0.text(1)) }
        let names = Set(present.map { $0.name.lowercased() })
        let places = Set(present.map(\.place))
        for index in try SchemaDefinition.indexes(of: run.mapping)
        where !names.contains(index.name.lowercased()) && !places.contains(index.place) {
            try make(index, &run)
        }
    }

    private static func make(_ index: SQLDefinition, _ run: inout MendingRun) throws {
        do {
            try run.connection.execute(index.sql)
            run.note(StoreRepair(index.name, "the missing index is made"))
        } catch StoreError.database(let code, _, _, _) where code & 0xFF == SQLiteCode.constraint {
            // Equal values of a unique attribute: which one is right, nobody knows. The failed statement changed nothing.
        }
    }

    private static func rebuild(_ run: inout MendingRun) throws {
        let reports = try run.connection.all("PRAGMA integrity_check(100)") { $0.text(0) }
        guard reports.contains(where: { $0.contains("index") }) else { return }
        try run.connection.execute("REINDEX")
        run.note(StoreRepair("SQLite", "all indexes are made anew from their tables"))
    }
}

/// Codes of SQLite that the mending knows.
private enum SQLiteCode {
    static let constraint: Int32 = 19
}
