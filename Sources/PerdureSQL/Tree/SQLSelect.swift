// SPDX-License-Identifier: Apache-2.0
// A select as a value: what stands between SELECT and the end. Built by FetchTranslator.swift and
// JoinTree.swift, printed by SQLPrinter.swift.

/// A SELECT statement.
package struct SQLSelect: Sendable, Hashable {
    package var isDistinct = false
    package var columns: [SQLExpression]
    package var source: SQLSource
    package var joins: [SQLJoin] = []
    package var filter: SQLExpression?
    package var groupBy: [SQLExpression] = []
    package var having: SQLExpression?
    /// Selects of as many columns whose rows are added: rows that are equal come once.
    package var united: [SQLSelect] = []
    package var order: [SQLOrder] = []
    package var limit: Int64?
    package var offset: Int64 = 0

    package init(_ columns: [SQLExpression], from source: SQLSource) {
        self.columns = columns
        self.source = source
    }
}

/// What rows come from.
///
/// The number is the alias: 3 is printed as `t3`.
package indirect enum SQLSource: Sendable, Hashable {
    case table(String, alias: Int)
    /// The only table, whose columns stand in expressions as its own.
    case only(String)
    /// One row of values that no table has.
    case nothing
    /// A join table whose two columns are one relationship: each pair counts in both directions.
    case bothWays(String, own: String, member: String, alias: Int)
    case select(SQLSelect, alias: Int)
}

/// One more table of a select.
package struct SQLJoin: Sendable, Hashable {
    package var isOuter: Bool
    package var source: SQLSource
    package var condition: SQLExpression

    package init(isOuter: Bool, _ source: SQLSource, on condition: SQLExpression) {
        self.isOuter = isOuter
        self.source = source
        self.condition = condition
    }
}

/// One term of ORDER BY.
package struct SQLOrder: Sendable, Hashable {
    package var expression: SQLExpression
    package var collation: String?
    package var isAscending: Bool

    package init(_ expression: SQLExpression, collation: String? = nil, isAscending: Bool = true) {
        self.expression = expression
        self.collation = collation
        self.isAscending = isAscending
    }
}
