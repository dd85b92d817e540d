// SPDX-License-Identifier: Apache-2.0
// Migrates a history when entities or their properties change. Bits and columns of changes follow the order of names, so a new
// property moves the later ones. Runs within the transaction of InPlaceMigration.swift.

import Foundation
import PerdureSQL
import PerdureStore

/// Rewrites the changes of a history for another version of the model.
struct HistoryMigration {
    let connection: SQLiteConnection
    let new: StoreMapping
    let pairs: [HistoryPair]
    /// The numbers of entities whose rows went.
    let removed: [Int32]
    /// Our own tables beside a history.
    let sides: [any HistorySideTable.Type]

    /// Rewrites the changes of entities that differ.
    ///
    /// Changes of removed entities go, their transactions stay: numbers have no gap, and tokens stay valid.
    ///
    /// - Throws: Any error of the database.
    func run() throws {
        guard let present = try HistoryTables.read(connection, sides) else { return }
        let need = HistoryTables.Need(new, sides)
        for text in HistoryTables.missing(need, in: present) { try connection.execute(text) }
        let tombstones = max(present.tombstones, need.tombstones)
        for pair in pairs where pair.isOther { try rewrite(pair, tombstones) }
        for side in present.sides {
            for pair in pairs { try side.rename(pair.names, of: pair.oldNumber, connection) }
        }
        try remove(present)
        try renumber()
    }

    private func rewrite(_ pair: HistoryPair, _ tombstones: Int) throws {
        var last: Int64 = .min
        while let next = try rewrite(pair, tombstones, after: last) { last = next }
    }

    /// Rewrites some changes, and returns the number of the last one; nil when there are no more.
    private func rewrite(_ pair: HistoryPair, _ tombstones: Int, after last: Int64) throws -> Int64? {
        let columns = (0..<tombstones).map(HistoryFormat.tombstone)
        let changes = try connection.all(
            "SELECT Z_PK, ZCOLUMNS\(columns.map { ", " + $0 }.joined()) FROM ACHANGE"
                + " WHERE Z_PK > ? AND ZENTITY = ? AND ZCHANGETYPE <> \(HistoryChange.Kind.insert.rawValue)"
                + " ORDER BY Z_PK LIMIT 1000",
            [.integer(last), .integer(pair.oldNumber)]
        ) { row in
            (
                number: row.integer(0), bits: row.isNull(1) ? nil : row.blob(1),
                values: columns.indices.map { row.value(2 + $0) }
            )
        }
        let assignments = (["ZCOLUMNS"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        for change in changes {
            let bits = change.bits.map { SQLBinding.blob(pair.columns($0)) } ?? .null
            try connection.run(
                "UPDATE ACHANGE SET \(assignments) WHERE Z_PK = ?",
                [bits] + pair.tombstone(change.values) + [.integer(change.number)])
        }
        return changes.last?.number
    }

    private func remove(_ present: HistoryTables) throws {
        guard !removed.isEmpty else { return }
        try connection.execute("DELETE FROM ACHANGE WHERE ZENTITY IN (\(removed.sqlList))")
        for side in present.sides { try connection.run(side.removal) }
    }

    /// Gives changes the entities' new numbers, all at once, because numbers may cross.
    private func renumber() throws {
        let changed = pairs.filter { $0.oldNumber != $0.newNumber }
        guard !changed.isEmpty else { return }
        let branches = changed.map { " WHEN \($0.oldNumber) THEN \($0.newNumber)" }.joined()
        let numbers = changed.map { String($0.oldNumber) }.joined(separator: ", ")
        try connection.execute(
            "UPDATE ACHANGE SET ZENTITY = CASE ZENTITY\(branches) END WHERE ZENTITY IN (\(numbers))")
    }
}
