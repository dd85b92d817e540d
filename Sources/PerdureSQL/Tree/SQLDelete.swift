// SPDX-License-Identifier: Apache-2.0
// A deletion as a value. Built in Writing/, printed by SQLPrinter+Writing.swift.

/// A DELETE statement.
///
/// Its expressions name the columns of its only table.
package struct SQLDelete: Sendable, Hashable {
    package var table: String
    package var filter: SQLExpression?

    package init(from table: String, where filter: SQLExpression? = nil) {
        self.table = table
        self.filter = filter
    }
}
