// SPDX-License-Identifier: Apache-2.0
// New rows as values: an insertion, and one that says what becomes of rows that are there already. Built in Writing/,
// printed by SQLPrinter+Writing.swift.

/// An INSERT statement.
package struct SQLInsert: Sendable, Hashable {
    package var table: String
    package var columns: [String]
    package var rows: Rows

    /// What is inserted.
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

/// An INSERT statement that may meet rows with the same values of a unique index.
package struct SQLUpsert: Sendable, Hashable {
    package var insert: SQLInsert
    package var resolution: Resolution

    /// What becomes of a row that is there already.
    package enum Resolution: Sendable, Hashable {
        /// It stays as it is, whatever index says that it is the same.
        case keep
        /// It is changed, where it has the same values in the columns of `key`.
        case update(key: [String], [SQLUpdate.Assignment])
    }

    package init(_ insert: SQLInsert, _ resolution: Resolution) {
        self.insert = insert
        self.resolution = resolution
    }
}
