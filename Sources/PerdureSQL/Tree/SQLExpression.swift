// SPDX-License-Identifier: Apache-2.0
// SQL expressions as values. Translators build them, SQLPrinter.swift turns them into text once, at
// the end. Selects are in SQLSelect.swift.

/// An SQL expression.
///
/// Only what holds other expressions takes memory of its own: the columns of all tables are expressions when a store is opened.
package enum SQLExpression: Sendable, Hashable {
    /// A column of the table with this alias number.
    case column(Int, String)
    /// A column of the only table of the statement, or of the select around it.
    case own(String)
    /// The value that an insertion brings for a column of a row that is there already.
    case proposed(String)
    /// A constant: always a placeholder in the text.
    case value(SQLBinding)
    /// A value that is bound when the statement runs, by its number: many rows share the statement.
    case parameter(Int)
    /// A number of our own making: an entity number, an option, the limit of a nesting.
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
    /// False and unknown alike give false.
    indirect case isTrue(SQLExpression)
    indirect case inList(SQLExpression, [SQLExpression])
    /// Membership in a list of any length that is one bound value.
    indirect case inBoundList(SQLExpression, SQLListKind, SQLBinding)
    /// The same, of a list that is bound when the statement runs, by its number.
    indirect case inListParameter(SQLExpression, SQLListKind, Int)
    indirect case between(SQLExpression, SQLExpression, SQLExpression)
    /// Membership in the results of any of some selects of one column.
    indirect case inSelects(SQLExpression, [SQLSelect])
    /// An expression with the rows that an index names for it: nothing but the expression, except in a filter.
    indirect case narrowed(SQLExpression, by: SQLCandidates)
    indirect case exists(SQLSelect)
    /// A select of one column and at most one row, as a value.
    indirect case scalar(SQLSelect)
    indirect case call(String, [SQLExpression])
    /// A value, or another one where it is NULL.
    indirect case fallback(SQLExpression, SQLExpression)
    case countAll
    indirect case cast(SQLExpression, String)
    indirect case choice(SQLExpression, then: SQLExpression, otherwise: SQLExpression)
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
    /// Equality of two values of which NULL is one.
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
}

/// Operators before an expression.
///
/// The raw value is the text.
package enum SQLPrefix: String, Sendable, Hashable {
    case minus = "-"
    case complement = "~"
    /// Does nothing, and keeps an index from being used.
    case plus = "+"
}

/// What the elements of a bound list are.
///
/// The list itself is JSON text.
package enum SQLListKind: Sendable, Hashable {
    case integers
    /// Bit patterns of doubles.
    case reals
    case texts
    /// Hexadecimal digits.
    case blobs
}
