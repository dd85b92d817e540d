// SPDX-License-Identifier: Apache-2.0
// Formats text for people: aligned columns, and strings from files made safe for a terminal.

import Foundation
import PerdureModelFormat

/// Pieces of readable output.
enum PlainText {
    /// Lines of columns; each column is as wide as its widest cell, and the last one has no padding.
    static func table(_ rows: [[String]], indent: String = "") -> String {
        guard let columns = rows.map(\.count).max() else { return "" }
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            return trimmed(indent + cells.joined(separator: "  "))
        }.joined(separator: "\n")
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line = line.dropLast() }
        return String(line)
    }

    /// A string from a file on one line, without controls that a terminal would obey.
    static func safe(_ text: String) -> String { TerminalText.escaped(text) }

    static func quoted(_ text: String) -> String {
        "\""
            + safe(
                text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            )
            + "\""
    }

    static func count(_ number: Int, _ singular: String, _ plural: String) -> String {
        "\(number) \(number == 1 ? singular : plural)"
    }

    static func hex(_ data: some Sequence<UInt8>) -> String {
        data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
