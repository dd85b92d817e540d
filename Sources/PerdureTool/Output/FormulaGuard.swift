// SPDX-License-Identifier: Apache-2.0
// Texts that a spreadsheet would run as a formula, and what keeps it from doing so. The only place that knows the rule: dumps,
// queries and exports write by it, imports read by it.

/// Puts an apostrophe before some texts, and takes it away again.
///
/// A text is a formula if it begins with one of `= + - @`, a tab or a CR, behind any number of apostrophes. With one apostrophe more
/// it is still one by this rule, so a reader knows which apostrophes a writer has added, and no text comes back as another one.
enum FormulaGuard {
    /// The text as a cell has it; numbers are no texts, and are written as they are.
    static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// The text of a cell.
    static func unguarded(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, isFormula(cell) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func isFormula(_ text: String) -> Bool {
        switch text.utf8.first(where: { $0 != apostrophe }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"):
            true
        default: false
        }
    }
}
