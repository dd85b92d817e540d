// SPDX-License-Identifier: Apache-2.0
// CSV by RFC 4180, with two rules on top. NULL is an empty cell, and an empty text is "". A text that a spreadsheet would run as a
// formula has an apostrophe before it (FormulaGuard.swift). CSVReader.swift reads it.

import PerdureModelFormat

/// Writes cells.
enum CSVText {
    static let separator = UInt8(ascii: ",")

    /// Appends a text as a cell.
    static func append(_ text: String, to output: ByteOutput) {
        let shown = output.isTerminal ? TerminalText.escaped(text, keepsLineEnds: true) : text
        output.append(field(FormulaGuard.guarded(shown)))
    }

    /// Ends a line.
    static func endLine(_ output: ByteOutput) { output.append("\r\n" as StaticString) }

    /// A line of cells, texts among them guarded already, with its end; nil is no value.
    static func line(_ cells: [String?]) -> String {
        cells.map { $0.map(field) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// A cell in quotes where a reader needs them.
    private static func field(_ cell: String) -> String {
        let utf8 = cell.utf8
        let isPlain =
            !utf8.isEmpty && !utf8.contains(where: needsQuotes) && utf8.first != UInt8(ascii: " ")
            && utf8.last != UInt8(ascii: " ")
        return isPlain ? cell : quoted(cell)
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
    }

    /// A text between quotes, with each quote in it twice, also where a mark combines with it.
    private static func quoted(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let inner = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: inner, as: UTF8.self) + "\""
    }
}
