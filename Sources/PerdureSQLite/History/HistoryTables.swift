// SPDX-License-Identifier: Apache-2.0
// The history tables of a file, and the creation of missing ones. Their texts are in HistoryFormat.swift.

import PerdureSQL
import PerdureStore

/// The history tables of one file.
struct HistoryTables: Sendable {
    /// Whether names are in a separate table.
    let hasStrings: Bool
    /// How many columns ACHANGE has for the values of deleted rows.
    let tombstones: Int
    /// Our own tables.
    let sides: [any HistorySideTable.Type]

    /// Whether the file has one of our own tables.
    private func has(_ side: any HistorySideTable.Type) -> Bool { sides.contains { $0.table == side.table } }

    /// The tables of a file; nil when it has none.
    ///
    /// - Parameters:
    ///   - connection: A connection to the file.
    ///   - sides: All of our own tables that a file may have.
    /// - Returns: The tables.
    /// - Throws: Any error of the database.
    static func read(_ connection: SQLiteConnection, _ sides: [any HistorySideTable.Type]) throws
        -> HistoryTables?
    {
        let known = sides.map { ", '\($0.table)'" }.joined()
        let columns = try connection.all(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
                + " WHERE m.type = 'table' AND m.name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING'"
                + known + ")"
        ) { (table: $0.text(0), column: $0.text(1)) }
        let names = Set(columns.map(\.table))
        guard names.contains(HistoryFormat.Table.change.table),
            names.contains(HistoryFormat.Table.transaction.table)
        else { return nil }
        let isNew = names.contains(HistoryFormat.Table.string.table)
        let all = Set(columns.map(\.column))
        return HistoryTables(
            hasStrings: isNew && HistoryFormat.names.allSatisfy { all.contains($0 + "TS") },
            tombstones: (0...columns.count).first { !all.contains(HistoryFormat.tombstone($0)) } ?? 0,
            sides: sides.filter { names.contains($0.table) })
    }

    /// The columns and tables that the entities of a store need.
    struct Need {
        let tombstones: Int
        let sides: [any HistorySideTable.Type]
        /// All of our own tables that a file may have.
        fileprivate let known: [any HistorySideTable.Type]

        init(_ mapping: StoreMapping, _ known: [any HistorySideTable.Type]) {
            tombstones = HistoryLayout.tombstones(mapping)
            sides = known.filter { $0.isNeeded(mapping) }
            self.known = known
        }

        func isMet(by tables: HistoryTables?) -> Bool {
            guard let tables else { return false }
            return tables.tombstones >= tombstones && sides.allSatisfy(tables.has)
        }
    }

    /// Makes missing tables and columns.
    ///
    /// - Parameters:
    ///   - connection: The connection that writes.
    ///   - need: The needs of the entities.
    /// - Throws: Any error of the database.
    static func make(_ connection: SQLiteConnection, for need: Need) throws {
        if need.isMet(by: try read(connection, need.known)) { return }
        try connection.beginWriting()
        do {
            // Another process may have been faster.
            for text in missing(need, in: try read(connection, need.known)) { try connection.execute(text) }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// The statements that make the missing tables and columns.
    static func missing(_ need: Need, in present: HistoryTables?) -> [String] {
        let sides = need.sides.filter { present?.has($0) != true }.map { $0.definition }
        guard let present else { return HistoryFormat.definitions(tombstones: need.tombstones) + sides }
        let columns = (present.tombstones..<max(need.tombstones, present.tombstones)).map {
            "ALTER TABLE ACHANGE ADD COLUMN \(HistoryFormat.tombstone($0)) BLOB"
        }
        return columns + sides
    }

    /// Whether a file has a transaction in its history.
    static func hasTransactions(_ connection: SQLiteConnection) throws -> Bool {
        try connection.first("SELECT 1 FROM ATRANSACTION LIMIT 1") { _ in true } ?? false
    }
}
