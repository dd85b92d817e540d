// SPDX-License-Identifier: Apache-2.0
// Tables as RFC 4180 has them. A cell without quotes and without text is no value, and "" is an empty text. CSVReader.swift reads
// them.

enum CSVLine {
    /// A line of cells; nil is no value.
    static func line(_ cells: [String?]) -> String {
        cells.map { cell in
            guard let cell else { return "" }
            let isPlain =
                !cell.isEmpty && !cell.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
                && cell.first != " " && cell.last != " "
            return isPlain ? cell : "\"" + doubled(cell) + "\""
        }.joined(separator: ",")
    }

    /// A text with each quote twice, also where a mark combines with it.
    static func doubled(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        return String(decoding: text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }, as: UTF8.self)
    }

    /// A text that no spreadsheet takes for a formula; `unguarded` undoes it.
    static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    static func unguarded(_ text: String) -> String {
        text.first == "'" && isFormula(text) ? String(text.dropFirst()) : text
    }

    /// Whether a text is a formula behind any number of apostrophes.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }
}
