// SPDX-License-Identifier: Apache-2.0
// The deltas of attributes that merge, beside Core Data's tables. Core Data's tables say which attributes an update wrote.
// Our table says how the values changed, so that another store can apply the same deltas. Apple's framework ignores the
// table.
//
// | column | what it holds |
// | --- | --- |
// | CHANGE | the number of the row in ACHANGE |
// | PROPERTY | the attribute's name |
// | DELTA | the delta, as AttributeDelta+Coding.swift writes it |

import Foundation
import PerdureSQL
import PerdureStore

/// The table of deltas of attributes that merge.
enum HistoryDeltas: HistorySideTable {
    static let table = "PERDURE_HISTORYDELTAS"

    static let definition =
        "CREATE TABLE \(table) (CHANGE INTEGER NOT NULL, PROPERTY VARCHAR NOT NULL, DELTA BLOB NOT NULL,"
        + " PRIMARY KEY (CHANGE, PROPERTY)) WITHOUT ROWID"

    /// Deletes the deltas of changes that are gone, even if another program deleted the changes.
    static let removal =
        "DELETE FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM ACHANGE c WHERE c.Z_PK = CHANGE)"

    static func isNeeded(_ mapping: StoreMapping) -> Bool { mapping.merges }

    static func write(
        _ update: HistoryUpdate, _ layout: EntityLayout, of number: Int64, _ connection: SQLiteConnection
    ) throws {
        for change in update.deltas { try write(change, layout, of: number, connection) }
    }

    private static func write(
        _ change: SlotDelta, _ layout: EntityLayout, of number: Int64, _ connection: SQLiteConnection
    ) throws {
        let name = layout.properties[change.slot].name
        do {
            try connection.run(
                "INSERT OR REPLACE INTO \(table) (CHANGE, PROPERTY, DELTA) VALUES (?, ?, ?)",
                [.integer(number), .text(name), .blob(try change.delta.encoded())])
        } catch let error as MergeError {
            throw StoreError.invalidValue(
                entity: layout.name, property: name,
                reason: "its change cannot be kept in the history: \(error)")
        }
    }

    static func rename(_ names: [String: String?], of entity: Int64, _ connection: SQLiteConnection) throws {
        guard !names.isEmpty else { return }
        let changes = "CHANGE IN (SELECT Z_PK FROM ACHANGE WHERE ZENTITY = ?)"
        for (old, new) in names.sorted(by: { $0.key < $1.key }) {
            guard let new else {
                try connection.run(
                    "DELETE FROM \(table) WHERE PROPERTY = ? AND \(changes)", [.text(old), .integer(entity)])
                continue
            }
            // No property's name begins so; two names may be exchanged.
            try connection.run(
                "UPDATE \(table) SET PROPERTY = ? WHERE PROPERTY = ? AND \(changes)",
                [.text(" " + new), .text(old), .integer(entity)])
        }
        try connection.run(
            "UPDATE \(table) SET PROPERTY = substr(PROPERTY, 2) WHERE PROPERTY LIKE ' %' AND \(changes)",
            [.integer(entity)])
    }

    /// One row.
    struct Stored {
        let name: String
        let bytes: Data

        /// The delta; nil for an attribute that is not in the model any more.
        ///
        /// - Throws: `StoreError.invalidValue` for unreadable bytes.
        func delta(_ layout: EntityLayout) throws -> SlotDelta? {
            guard let slot = layout.slots[name] else { return nil }
            do {
                return SlotDelta(slot: slot, delta: try AttributeDelta(encoded: bytes))
            } catch {
                throw StoreError.invalidValue(
                    entity: layout.name, property: name,
                    reason:
                        "its change in the history cannot be read: \(error). Delete this part of the history")
            }
        }
    }

    static func reader(where condition: String, _ values: [SQLBinding], _ connection: SQLiteConnection) throws
        -> (inout HistoryChange, EntityLayout) throws -> Void
    {
        let stored = try read(where: condition, values, connection)
        return { change, layout in
            guard let rows = stored[change.number] else { return }
            change.deltas = try rows.compactMap { try $0.delta(layout) }
        }
    }

    /// The stored deltas of some transactions, by the numbers of their changes.
    private static func read(where condition: String, _ values: [SQLBinding], _ connection: SQLiteConnection)
        throws
        -> [Int64: [Stored]]
    {
        let rows = try connection.all(
            "SELECT d.CHANGE, d.PROPERTY, d.DELTA FROM ATRANSACTION t JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK"
                + " JOIN \(table) d ON d.CHANGE = c.Z_PK WHERE \(condition)", values
        ) { ($0.integer(0), Stored(name: $0.text(1), bytes: $0.blob(2))) }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }
}
