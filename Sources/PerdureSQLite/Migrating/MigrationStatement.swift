// SPDX-License-Identifier: Apache-2.0
// Statements of a migration (PerdureSQL/Migrating/MigrationStatement.swift) on a SQLite connection.

import PerdureSQL

extension MigrationStatement {
    /// The query for the rows of an old table.
    ///
    /// - Parameters:
    ///   - table: The table's old name.
    ///   - entities: The numbers of their entities; nil for all rows.
    /// - Returns: The query.
    static func count(of table: String, entities: (some Sequence<Int32>)? = [Int32]?.none) -> String {
        "SELECT COUNT(*) FROM \(SQLIdentifier.quoted(table))"
            + (entities.map { " WHERE Z_ENT IN (\($0.sqlList))" } ?? "")
    }

    func run(_ connection: SQLiteConnection) throws { try connection.run(text, values) }
}
