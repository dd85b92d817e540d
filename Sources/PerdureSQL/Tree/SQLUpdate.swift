// SPDX-License-Identifier: Apache-2.0
// An update as a value. Built by BatchUpdateTranslator.swift, printed by SQLPrinter.swift. The updates of saves have
// texts of their own (Writing/RowUpdates.swift).

/// An UPDATE statement.
package struct SQLUpdate: Sendable, Hashable {
    package var table: String
    /// The number under which expressions name the table's columns.
    package var alias: Int
    package var assignments: [Assignment]
    package var filter: SQLExpression?

    package struct Assignment: Sendable, Hashable {
        package var column: String
        package var value: SQLExpression

        package init(_ column: String, _ value: SQLExpression) {
            self.column = column
            self.value = value
        }
    }

    package init(_ table: String, alias: Int, _ assignments: [Assignment]) {
        self.table = table
        self.alias = alias
        self.assignments = assignments
    }
}
