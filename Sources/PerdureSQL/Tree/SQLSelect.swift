// SPDX-License-Identifier: Apache-2.0
// A select as a value: what stands between SELECT and the end. Built by FetchTranslator.swift and
// JoinTree.swift, printed by SQLPrinter.swift.

/// A SELECT statement.
package struct SQLSelect: Sendable, Hashable {
    package var isDistinct = false
    /// With `isDistinct`: whether equal rows have the place of the first of them, so that the order may name what is no column.
    package var keepsFirst = false
    package var columns: [SQLExpression]
    package var source: SQLSource
    package var joins: [SQLJoin] = []
    package var filter: SQLExpression?
    package var groupBy: [SQLExpression] = []
    package var having: SQLExpression?
    /// Selects whose rows are added by UNION; they have the same number of columns.
    ///
    /// Equal rows appear once.
    package var united: [SQLSelect] = []
    package var order: [SQLOrder] = []
    package var limit: Int64?
    package var offset: Int64 = 0

    package init(_ columns: [SQLExpression], from source: SQLSource) {
        self.columns = columns
        self.source = source
    }
}

/// The source of a select's rows.
///
/// The number is the alias: 3 is printed as `t3`.
package indirect enum SQLSource: Sendable, Hashable {
    case table(String, alias: Int)
    /// The only table of the statement: expressions name its columns without an alias.
    case only(String)
    /// No table: the select gives one row of values.
    case nothing
    /// A join table of a relationship that is its own inverse: each pair counts in both directions.
    case bothWays(String, own: String, member: String, place: String?, alias: Int)
    case select(SQLSelect, alias: Int)
    /// Two bound lists side by side, as rows of the columns `SQLSource.first` and `SQLSource.second`.
    case lists(SQLListValue, SQLListValue, alias: Int)

    /// One row of values that are computed from the sources before it; its columns are named by `valueName`.
    case values([SQLExpression], alias: Int)

    /// The name of a computed value.
    package static func valueName(_ index: Int) -> String { "g\(index)" }

    /// The columns of two lists.
    package static let first = "v"
    package static let second = "r"
}

/// A list that is bound as one value.
package struct SQLListValue: Sendable, Hashable {
    package let kind: SQLListKind
    package let binding: SQLBinding

    package init(_ kind: SQLListKind, _ binding: SQLBinding) {
        self.kind = kind
        self.binding = binding
    }
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
    /// Whether a group has the place of its least value, in descending order of its greatest one.
    package var isOfGroup: Bool

    package init(
        _ expression: SQLExpression, collation: String? = nil, isAscending: Bool = true,
        isOfGroup: Bool = false
    ) {
        self.expression = expression
        self.collation = collation
        self.isAscending = isAscending
        self.isOfGroup = isOfGroup
    }
}
