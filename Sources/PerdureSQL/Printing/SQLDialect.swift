// SPDX-License-Identifier: Apache-2.0
// What differs between databases, as a value with small functions. SQLPrinter.swift asks it; nothing overrides the printer.
// Each backend has its own, as SQLDialect+SQLite.swift in PerdureSQLite.

/// The manners of one database.
package struct SQLDialect: Sendable {
    /// The text of the placeholder with this number, counted from 1.
    package var placeholder: @Sendable (Int) -> String
    /// The text of a placeholder whose value is bound later, by its number.
    package var parameter: @Sendable (Int) -> String
    /// A name as it stands in a statement.
    package var identifier: @Sendable (String) -> String
    /// A name in quotes, whatever it is.
    package var quoted: @Sendable (String) -> String
    /// What an insertion begins with that leaves alone the rows that are there already.
    package var insertKeeping: String
    package var truth: @Sendable (Bool) -> String
    /// The function that gives its second argument where the first is NULL.
    package var fallback: String
    /// Whether a computed value is no whole number, whatever the column is that shall keep it.
    package var isNoWholeNumber: @Sendable (SQLExpression) -> SQLExpression
    /// A select of the elements of a list, given the placeholder that the list is bound to.
    package var listSelect: @Sendable (SQLListKind, String) -> String
    /// The function of the clock: seconds since 2001.
    package var now: String
    /// What to write for "no limit" where an offset needs one; nil where it does not.
    package var noLimit: String?
    /// Whether NULL sorts before all values without being told.
    package var sortsNullFirst: Bool
    /// How many OR-ed or AND-ed terms may stand side by side: the database builds a tree as deep.
    package var longestChain: Int
    /// How deep brackets and selects may nest, in units of one bracket.
    package var deepestNesting: Int
    /// The longest list that is written as one placeholder per element.
    package var longestPlainList: Int

    package init(
        placeholder: @escaping @Sendable (Int) -> String, parameter: @escaping @Sendable (Int) -> String,
        identifier: @escaping @Sendable (String) -> String, quoted: @escaping @Sendable (String) -> String,
        insertKeeping: String, truth: @escaping @Sendable (Bool) -> String, fallback: String,
        isNoWholeNumber: @escaping @Sendable (SQLExpression) -> SQLExpression,
        listSelect: @escaping @Sendable (SQLListKind, String) -> String, now: String, noLimit: String?,
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
        self.listSelect = listSelect
        self.now = now
        self.noLimit = noLimit
        self.sortsNullFirst = sortsNullFirst
        self.longestChain = longestChain
        self.deepestNesting = deepestNesting
        self.longestPlainList = longestPlainList
    }
}
