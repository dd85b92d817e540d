// SPDX-License-Identifier: Apache-2.0
// Insertions as values: a plain one, and one that also treats rows that exist already. Built in Writing/, printed by
// SQLPrinter+Writing.swift.

/// An INSERT statement.
package struct SQLInsert: Sendable, Hashable {
    package var table: String
    package var columns: [String]
    package var rows: Rows

    /// The source of the new rows.
    package enum Rows: Sendable, Hashable {
        case values([SQLExpression])
        case select(SQLSelect)
    }

    package init(into table: String, _ columns: [String], _ rows: Rows) {
        self.table = table
        self.columns = columns
        self.rows = rows
    }
}

/// An INSERT statement that may conflict with existing rows by a unique index.
package struct SQLUpsert: Sendable, Hashable {
    package var insert: SQLInsert
    package var resolution: Resolution

    /// What happens to a conflicting row that exists already.
    package enum Resolution: Sendable, Hashable {
        /// The existing row stays as it is, whichever index reports the conflict.
        case keep
        /// The existing row is updated if it has the same values in the columns of `key`.
        case update(key: [String], [SQLUpdate.Assignment])
    }

    package init(_ insert: SQLInsert, _ resolution: Resolution) {
        self.insert = insert
        self.resolution = resolution
    }
}
