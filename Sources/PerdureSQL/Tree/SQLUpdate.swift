// SPDX-License-Identifier: Apache-2.0
// An update as a value. Built in Writing/ and by BatchUpdateTranslator.swift, printed by SQLPrinter+Writing.swift.

/// An UPDATE statement.
package struct SQLUpdate: Sendable, Hashable {
    package var table: String
    /// The number under which expressions name the table's columns; nil where they are those of the only table.
    package var alias: Int?
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

    package init(
        _ table: String, alias: Int? = nil, _ assignments: [Assignment], where filter: SQLExpression? = nil
    ) {
        self.table = table
        self.alias = alias
        self.assignments = assignments
        self.filter = filter
    }
}

extension SQLUpdate.Assignment {
    /// Takes a value away.
    package static func clearing(_ column: String) -> Self { Self(column, .null) }

    /// Counts one more write of a row, which may have no version yet.
    static func nextVersion(_ system: SystemColumns, _ column: (String) -> SQLExpression = SQLExpression.own)
        -> Self
    {
        let version = SQLExpression.fallback(column(system.version), .literal(0))
        return Self(system.version, .binary(version, .add, .literal(1)))
    }

    /// Takes its place from a row that gets another owner: it stood among the old owner's members.
    ///
    /// On the right-hand side the columns still have their old values.
    static func place(
        _ order: String, whileOwner key: String, is owner: SQLExpression,
        _ column: (String) -> SQLExpression = SQLExpression.own
    ) -> Self {
        Self(
            order,
            .choice(.binary(column(key), .same, owner), then: column(order), otherwise: .null))
    }
}
