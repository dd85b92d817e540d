// SPDX-License-Identifier: Apache-2.0
// An update as a value. Built in Writing/ and by BatchUpdateTranslator.swift, printed by SQLPrinter+Writing.swift.

/// An UPDATE statement.
package struct SQLUpdate: Sendable, Hashable {
    package var table: String
    /// The alias number by which expressions name the table's columns; nil when they name them without an alias.
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
    /// Sets a column to NULL.
    package static func clearing(_ column: String) -> Self { Self(column, .null) }

    /// Increments the version of a row.
    ///
    /// A row may have no version yet.
    static func nextVersion(_ system: SystemColumns, _ column: (String) -> SQLExpression = SQLExpression.own)
        -> Self
    {
        let version = SQLExpression.fallback(column(system.version), .literal(0))
        return Self(system.version, .binary(version, .add, .literal(1)))
    }

    /// Clears a row's order position when the row gets another owner, because the position belongs to the old owner's
    /// members.
    ///
    /// On the right-hand side of an assignment the columns still have their old values.
    static func place(
        _ order: String, whileOwner key: String, is owner: SQLExpression,
        _ column: (String) -> SQLExpression = SQLExpression.own
    ) -> Self {
        Self(
            order,
            .choice(.binary(column(key), .same, owner), then: column(order), otherwise: .null))
    }
}
