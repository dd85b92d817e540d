// SPDX-License-Identifier: Apache-2.0
// The last numbers of history rows, kept in Z_PRIMARYKEY: the counters outlive the rows.

import CSQLite
import PerdureSQL
import PerdureStore

/// The counters of a history, within a write transaction.
struct HistoryCounters {
    var change: Int64
    var transaction: Int64
    var string: Int64

    /// The expression for a table's newest number.
    ///
    /// It looks at the table too, because a counter that is too low would give a number twice.
    private static func newest(_ table: HistoryFormat.Table) -> String {
        "MAX(IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(table.rawValue)), 0), "
            + "IFNULL((SELECT MAX(Z_PK) FROM \(table.table)), 0))"
    }

    /// The expression for the number of the newest transaction.
    static let newestTransaction = newest(.transaction)

    /// The number of the newest transaction; inside of a write transaction no other one can follow it.
    static func newestTransaction(_ connection: SQLiteConnection) throws -> Int64? {
        try connection.first("SELECT \(newestTransaction)") { $0.integer(0) }
    }

    static func read(_ connection: SQLiteConnection, _ tables: HistoryTables) throws -> HistoryCounters {
        let string = tables.hasStrings ? newest(.string) : "0"
        let counters = try connection.first(
            "SELECT \(newest(.change)), \(newestTransaction), \(string)"
        ) { HistoryCounters(change: $0.integer(0), transaction: $0.integer(1), string: $0.integer(2)) }
        guard let counters else { return HistoryCounters(change: 0, transaction: 0, string: 0) }
        guard max(counters.change, counters.transaction, counters.string) < largest else { throw exhausted }
        return counters
    }

    /// The largest accepted counter.
    ///
    /// No real store reaches it, and a damaged file must not crash the process.
    private static let largest = Int64.max / 2

    private static var exhausted: StoreError {
        .database(
            code: SQLITE_FULL, extendedCode: SQLITE_FULL,
            message: "the numbers of the history are used up: its counters in Z_PRIMARYKEY are damaged",
            statement: nil)
    }

    func write(_ connection: SQLiteConnection, _ tables: HistoryTables) throws {
        var counters = [(HistoryFormat.Table.change, change), (.transaction, transaction)]
        if tables.hasStrings { counters.append((.string, string)) }
        let rows = counters.map { "(\($0.0.rawValue), '\($0.0.name)', 0, ?)" }.joined(separator: ", ")
        try connection.run(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES \(rows)"
                + " ON CONFLICT (Z_ENT) DO UPDATE SET Z_MAX = excluded.Z_MAX",
            counters.map { .integer($0.1) })
    }
}
