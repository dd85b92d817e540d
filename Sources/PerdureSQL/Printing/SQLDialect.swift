// SPDX-License-Identifier: Apache-2.0
// What differs between databases, as a value with small functions. SQLPrinter.swift asks it;
// nothing overrides the printer.

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

    package static let sqlite = SQLDialect(
        placeholder: { _ in "?" },
        parameter: { "?\($0)" },
        identifier: { SQLIdentifier.quoted($0) },
        quoted: quotedName,
        insertKeeping: "INSERT OR IGNORE INTO",
        truth: { $0 ? "1" : "0" },
        listSelect: { kind, list in
            switch kind {
            case .integers, .texts: "SELECT value FROM json_each(\(list))"
            case .reals: "SELECT \(SQLFunction.real.rawValue)(value) FROM json_each(\(list))"
            case .blobs: "SELECT \(SQLFunction.bytes.rawValue)(value) FROM json_each(\(list))"
            }
        },
        now: "NSCoreDataNow", noLimit: "-1", sortsNullFirst: true, longestChain: 100, deepestNesting: 80,
        longestPlainList: 16)
}

/// Names in statements.
package enum SQLIdentifier {
    /// Plain names as they are, all others in double quotes.
    package static func quoted(_ name: String) -> String {
        isPlain(name) ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// A text as a literal; only in definitions, which cannot have placeholders.
    package static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || $0 == 95
        }
    }
}
