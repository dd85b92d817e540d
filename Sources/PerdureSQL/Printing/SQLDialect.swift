// SPDX-License-Identifier: Apache-2.0
// The differences between databases, as a value with small functions. SQLPrinter.swift asks the dialect; nothing overrides
// the printer. Each backend has its own, such as SQLDialect+SQLite.swift in PerdureSQLite.

import PerdureStore

/// The dialect of one database.
package struct SQLDialect: Sendable {
    /// The text of the placeholder with this number, counted from 1.
    package var placeholder: @Sendable (Int) -> String
    /// The text of a placeholder whose value is bound later, by its number.
    package var parameter: @Sendable (Int) -> String
    /// A name in a statement.
    package var identifier: @Sendable (String) -> String
    /// The name of a table in a statement, where tables are named in another way than columns.
    package var table: (@Sendable (String) -> String)?
    /// What stands for the only table of a select, where reads see more than a name; with an alias.
    package var onlyTable: (@Sendable (String) -> String)?
    /// A name in quotes, even if it needs none.
    package var quoted: @Sendable (String) -> String
    /// The first words of an insertion that skips rows which exist already.
    package var insertKeeping: String
    /// The last words of such an insertion.
    package var insertKeepingEnd = ""
    /// The operators for equality and inequality of two values, where NULL equals NULL.
    package var same = "IS"
    package var notSame = "IS NOT"
    package var truth: @Sendable (Bool) -> String
    /// The function that returns its second argument when the first is NULL.
    package var fallback: String
    /// The test that a computed value is not a whole number, whatever the type of its column.
    package var isNoWholeNumber: @Sendable (SQLExpression) -> SQLExpression
    /// The words behind a value that test whether a list contains it, given the list's placeholder.
    package var listTest: @Sendable (SQLListKind, String) -> String
    /// The binding of an attribute's value for a column, where the type of the column decides it.
    package var typed: (@Sendable (StoredValue, SQLColumnType) -> SQLBinding?)?
    /// The words behind the placeholder of a list where the list stands for a table of its elements.
    package var listType: @Sendable (SQLListKind) -> String = { _ in "" }
    /// Whether equal values have one placeholder, so that equal expressions have equal texts.
    package var sharesPlaceholders = false
    /// The clock function: seconds since 2001.
    package var now: String
    /// The text for "no limit" if an offset needs a limit; nil if it does not.
    package var noLimit: String?
    /// Whether NULL sorts before all values by default.
    package var sortsNullFirst: Bool
    /// How many terms one chain of AND or OR may have: the database builds a tree of this depth.
    package var longestChain: Int
    /// How deep brackets and selects may nest, in units of one bracket.
    package var deepestNesting: Int
    /// The longest list that is written as one placeholder per element.
    package var longestPlainList: Int
    /// Puts each select into other terms just before it is printed; nil where keys are numbers, as in every store of our own.
    package var finish: (@Sendable (SQLSelect) -> SQLSelect)?
    /// Puts the statements of programs into the database's own terms; nil for a database that needs none.
    package var adapter: (any SQLAdapter)?

    package init(
        placeholder: @escaping @Sendable (Int) -> String, parameter: @escaping @Sendable (Int) -> String,
        identifier: @escaping @Sendable (String) -> String, quoted: @escaping @Sendable (String) -> String,
        insertKeeping: String, truth: @escaping @Sendable (Bool) -> String, fallback: String,
        isNoWholeNumber: @escaping @Sendable (SQLExpression) -> SQLExpression,
        listTest: @escaping @Sendable (SQLListKind, String) -> String, now: String, noLimit: String?,
        sortsNullFirst: Bool, longestChain: Int, deepestNesting: Int, longestPlainList: Int
    ) {
        self.placeholder = placeholder
        self.parameter = parameter
        self.identifier = identifier
        self.quoted = quoted
        self.insertKeeping = insertKeeping
        self.truth = truth
        self.fallback = fallback
        self.isNoWholeNumber = isNoWholeNumber
        self.listTest = listTest
        self.now = now
        self.noLimit = noLimit
        self.sortsNullFirst = sortsNullFirst
        self.longestChain = longestChain
        self.deepestNesting = deepestNesting
        self.longestPlainList = longestPlainList
    }
}
