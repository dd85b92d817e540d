// SPDX-License-Identifier: Apache-2.0
// Reserves primary keys: the counter is Z_MAX in the root entity's row of Z_PRIMARYKEY.

import CSQLite
import PerdureSQL
import PerdureStore

/// Reserves primary keys on a connection that writes.
struct KeyReservation {
    let connection: SQLiteConnection
    let isWAL: Bool

    /// Reserves keys in a short transaction of its own.
    ///
    /// The transaction is immediate, so two processes never read the same number.
    ///
    /// In WAL mode the transaction needs no sync of its own. A later commit that uses the numbers syncs the whole WAL.
    /// Without such a commit no other process has seen the numbers.
    ///
    /// - Parameters:
    ///   - count: The number of keys.
    ///   - root: The root entity's number in the file.
    ///   - table: The root entity's table.
    /// - Returns: The first key.
    /// - Throws: `StoreError.busy` while another process writes; an error when the counter is missing or at its end.
    func reserve(_ count: Int, root: Int32, table: String) throws -> Int64 {
        let level = isWAL ? try synchronousLevel() : 0
        if level > 1 { try connection.execute("PRAGMA synchronous = 1") }
        defer {
            // This fails only inside a transaction, and the transaction has ended.
            if level > 1 { try? connection.execute("PRAGMA synchronous = \(level)") }
        }
        try connection.beginWriting()
        do {
            let first = try advance(count, root: root, table: table)
            try connection.commit()
            return first
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func synchronousLevel() throws -> Int64 {
        try connection.first("PRAGMA synchronous") { $0.integer(0) } ?? 2
    }

    /// Reserves keys in the open transaction: no other process sees the numbers before its commit.
    func advance(_ count: Int, root: Int32, table: String) throws -> Int64 {
        // The highest key in the table counts too: a counter that is too low would give a number twice.
        let last = try connection.first(
            "SELECT MAX(IFNULL(Z_MAX, 0), (SELECT IFNULL(MAX(Z_PK), 0) FROM \(quotedName(table))))"
                + " FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(root))]
        ) { $0.integer(0) }
        guard let last else {
            throw StoreError.database(
                code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT,
                message: "Z_PRIMARYKEY has no row for the entity \(root)", statement: nil)
        }
        let (next, overflows) = last.addingReportingOverflow(Int64(count))
        guard !overflows else { throw exhausted("the keys of the table \(table) are used up") }
        try connection.run(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [.integer(next), .integer(Int64(root))])
        return last + 1
    }

    private func exhausted(_ reason: String) -> StoreError {
        .database(code: SQLITE_FULL, extendedCode: SQLITE_FULL, message: reason, statement: nil)
    }
}
