// SPDX-License-Identifier: Apache-2.0
// Forgets the older part of a history, within a transaction that writes. Part of SQLiteHistory.swift.

import PerdureStore

/// One deletion of history.
struct HistoryDeletion {
    let tables: HistoryTables
    let connection: SQLiteConnection

    /// Deletes the transactions that are older than a point, with their changes and the names that nobody has then.
    ///
    /// - Returns: How many transactions there were.
    func delete(before point: HistoryPoint) throws -> Int {
        let first = try firstKept(point)
        let count = try connection.first(
            "SELECT COUNT(*) FROM ATRANSACTION WHERE Z_PK < ?", [.integer(first)]
        ) { Int($0.integer(0)) }
        guard let count, count > 0 else { return 0 }
        // Numbers go on from the counters when no row is left.
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

    /// The number from which on transactions stay: they go in the order in which they came, whatever their clocks said.
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
