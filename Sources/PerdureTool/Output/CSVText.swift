// SPDX-License-Identifier: Apache-2.0
// CSV by RFC 4180, with two rules on top. NULL is an empty cell, and an empty text is "". A text that a spreadsheet would run as a
// formula has an apostrophe before it, and so has a text that begins with an apostrophe: a reader takes one away.

import PerdureModelFormat

/// Writes cells.
enum CSVText {
    static let separator = UInt8(ascii: ",")

    /// Appends a text as a cell.
    static func append(_ text: String, to output: ByteOutput) {
        var text = output.isTerminal ? TerminalText.escaped(text, keepsLineEnds: true) : text
        let form = text.withUTF8 { utf8 -> Form in
            guard let first = utf8.first else { return .quoted }
            if startsFormula(first) { return .guarded }
            return utf8.contains(where: needsQuotes) || utf8.last == UInt8(ascii: " ")
                || first == UInt8(ascii: " ")
                ? .quoted : .plain
        }
        switch form {
        case .plain: output.append(text)
        case .quoted: quote(text, to: output)
        case .guarded: quote("'" + text, to: output)
        }
    }

    /// Ends a line.
    static func endLine(_ output: ByteOutput) { output.append("\r\n" as StaticString) }

    private enum Form { case plain, quoted, guarded }

    private static func startsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
    }

    private static func quote(_ text: String, to output: ByteOutput) {
        output.append(UInt8(ascii: "\""))
        output.append(CSVLine.doubled(text))
        output.append(UInt8(ascii: "\""))
    }
}
