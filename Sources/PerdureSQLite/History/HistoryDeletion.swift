// SPDX-License-Identifier: Apache-2.0
// Deletes the older part of a history, within a write transaction. Part of SQLiteHistory.swift.

import PerdureStore

/// One deletion of history.
struct HistoryDeletion {
    let tables: HistoryTables
    let connection: SQLiteConnection

    /// Deletes the transactions before a point, with their changes, and names that no transaction uses any more.
    ///
    /// - Returns: The number of deleted transactions.
    func delete(before point: HistoryPoint) throws -> Int {
        let first = try firstKept(point)
        let count = try connection.first(
            "SELECT COUNT(*) FROM ATRANSACTION WHERE Z_PK < ?", [.integer(first)]
        ) { Int($0.integer(0)) }
        guard let count, count > 0 else { return 0 }
        // The counters must be written first: they continue the numbers when no row is left.
        try HistoryCounters.read(connection, tables).write(connection, tables)
        try connection.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?", [.integer(first)])
        try connection.run("DELETE FROM ATRANSACTION WHERE Z_PK < ?", [.integer(first)])
        for side in tables.sides { try connection.run(side.removal) }
        if tables.hasStrings { try connection.run(Self.unusedNames) }
        return count
    }

    private static let unusedNames =
        "DELETE FROM ATRANSACTIONSTRING WHERE "
        + HistoryFormat.names.map {
            "NOT EXISTS (SELECT 1 FROM ATRANSACTION t WHERE t.\($0)TS = ATRANSACTIONSTRING.Z_PK)"
        }.joined(separator: " AND ")

    /// The number of the first transaction to keep.
    ///
    /// Transactions are deleted in the order of their numbers, whatever their clocks said.
    private func firstKept(_ point: HistoryPoint) throws -> Int64 {
        switch point {
        case .beginning: return 0
        case .number(let number): return number
        case .time(let time):
            let first = try connection.first(
                "SELECT MIN(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?", [.real(time)]
            ) { $0.isNull(0) ? Int64.max : $0.integer(0) }
            return first ?? .max
        }
    }
}
