// SPDX-License-Identifier: Apache-2.0
// The history tables that a file has, and their making. Their texts are in HistoryFormat.swift.

import PerdureSQL
import PerdureStore

/// The history tables of one file.
struct HistoryTables: Sendable {
    /// Whether names stand in a table of their own.
    let hasStrings: Bool
    /// How many columns ACHANGE has for the values of deleted rows.
    let tombstones: Int

    /// The tables of a file; nil when it has none.
    static func read(_ connection: SQLiteConnection) throws -> HistoryTables? {
        let columns = try connection.all(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
                + " WHERE m.type = 'table' AND m.name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')"
        ) { (table: $0.text(0), column: $0.text(1)) }
        let names = Set(columns.map(\.table))
        guard names.contains(HistoryFormat.Table.change.table),
            names.contains(HistoryFormat.Table.transaction.table)
        else { return nil }
        let isNew = names.contains(HistoryFormat.Table.string.table)
        let all = Set(columns.map(\.column))
        return HistoryTables(
            hasStrings: isNew && HistoryFormat.names.allSatisfy { all.contains($0 + "TS") },
            tombstones: (0...columns.count).first { !all.contains(HistoryFormat.tombstone($0)) } ?? 0)
    }

    /// Makes what is missing of the tables.
    ///
    /// - Parameters:
    ///   - connection: The one that writes.
    ///   - tombstones: How many columns the entities need for values of deleted rows.
    /// - Throws: What the database reports.
    static func make(_ connection: SQLiteConnection, tombstones: Int) throws {
        if let present = try read(connection), present.tombstones >= tombstones { return }
        try connection.beginWriting()
        do {
            // Another process may have been faster.
            if let present = try read(connection) {
                for index in present.tombstones..<max(tombstones, present.tombstones) {
                    try connection.execute(
                        "ALTER TABLE ACHANGE ADD COLUMN \(HistoryFormat.tombstone(index)) BLOB")
                }
            } else {
                for text in HistoryFormat.definitions(tombstones: tombstones) {
                    try connection.execute(text)
                }
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// Whether a file has a transaction in its history.
    static func hasTransactions(_ connection: SQLiteConnection) throws -> Bool {
        try connection.first("SELECT 1 FROM ATRANSACTION LIMIT 1") { _ in true } ?? false
    }
}
