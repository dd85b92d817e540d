// SPDX-License-Identifier: Apache-2.0
// SQL expressions as values. Translators build them, SQLPrinter.swift turns them into text once, at
// the end. Selects are in SQLSelect.swift.

/// An SQL expression.
///
/// Only cases with other expressions inside are allocated on the heap: opening a store creates an expression for each column
/// of each table.
package enum SQLExpression: Sendable, Hashable {
    /// A column of the table with this alias number.
    case column(Int, String)
    /// A column of the only table of the statement, or of the enclosing select.
    case own(String)
    /// The value that an upsert would have inserted for a column of an existing row.
    case proposed(String)
    /// A constant: always a placeholder in the text.
    case value(SQLBinding)
    /// The number of a placeholder whose value is bound when the statement runs: many rows share the statement.
    case parameter(Int)
    /// A number that never comes from a user: an entity number, an option, the depth limit of a recursion.
    case literal(Int64)
    case null
    case truth(Bool)
    indirect case binary(SQLExpression, SQLOperator, SQLExpression)
    indirect case prefix(SQLPrefix, SQLExpression)
    indirect case and([SQLExpression])
    indirect case or([SQLExpression])
    indirect case not(SQLExpression)
    indirect case isNull(SQLExpression)
    indirect case isNotNull(SQLExpression)
    /// True stays true; false and unknown (NULL) become false.
    indirect case isTrue(SQLExpression)
    indirect case inList(SQLExpression, [SQLExpression])
    /// Membership in a list of any length. The whole list is one bound value.
    indirect case inBoundList(SQLExpression, SQLListKind, SQLBinding)
    /// Membership in a list that is bound when the statement runs. The number is the number of its placeholder.
    indirect case inListParameter(SQLExpression, SQLListKind, Int)
    indirect case between(SQLExpression, SQLExpression, SQLExpression)
    /// Membership in the combined results of some selects of one column.
    indirect case inSelects(SQLExpression, [SQLSelect])
    /// An expression with the candidates that an index finds for it. Outside of a filter it is the expression alone.
    indirect case narrowed(SQLExpression, by: SQLCandidates)
    indirect case exists(SQLSelect)
    /// A select of one column and at most one row, as a value.
    indirect case scalar(SQLSelect)
    indirect case call(String, [SQLExpression])
    /// The first expression, or the second one where the first is NULL.
    indirect case fallback(SQLExpression, SQLExpression)
    case countAll
    indirect case cast(SQLExpression, String)
    indirect case choice(SQLExpression, then: SQLExpression, otherwise: SQLExpression)
    /// A text with the order of a collation.
    indirect case collated(SQLExpression, String)
}

/// Operators between two expressions.
///
/// The raw value is the text.
package enum SQLOperator: String, Sendable, Hashable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Equality of two values, where NULL equals NULL.
    case same = "IS"
    case notSame = "IS NOT"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case modulus = "%"
    case bitAnd = "&"
    case bitOr = "|"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    /// Whether two arrays have an element in common, for databases that have arrays.
    case overlaps = "&&"
}

/// Operators before an expression.
///
/// The raw value is the text.
package enum SQLPrefix: String, Sendable, Hashable {
    case minus = "-"
    case complement = "~"
    /// Does not change the value, but keeps the database from using an index.
    case plus = "+"
}
