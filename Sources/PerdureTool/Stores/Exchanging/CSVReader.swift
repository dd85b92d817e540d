// SPDX-License-Identifier: Apache-2.0
// Reads tables as CSVText.swift writes them, and as spreadsheets do.

/// A table that cannot be read.
struct CSVFault: Error {
    let line: Int
    let text: String
}

/// The lines of a table.
struct CSVReader {
    /// One line of cells; nil is a cell without quotes and without text.
    struct Line {
        let number: Int
        let cells: [String?]
    }

    private let bytes: [UInt8]
    private var position = 0
    private var number = 1

    /// Reads all lines; empty ones are left out.
    static func lines(_ bytes: some Sequence<UInt8>) throws(CSVFault) -> [Line] {
        var reader = CSVReader(bytes: Array(bytes))
        // The mark that spreadsheets put before UTF-8.
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        var lines: [Line] = []
        while reader.position < reader.bytes.count {
            let line = try reader.line()
            if line.cells.count > 1 || line.cells[0] != nil { lines.append(line) }
        }
        return lines
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func line() throws(CSVFault) -> Line {
        let start = number
        var cells: [String?] = []
        while true {
            cells.append(try next == UInt8(ascii: "\"") ? quoted() : plain())
            guard next == UInt8(ascii: ",") else { break }
            position += 1
        }
        try endLine()
        return Line(number: start, cells: cells)
    }

    private mutating func endLine() throws(CSVFault) {
        if next == UInt8(ascii: "\r") { position += 1 }
        if next == UInt8(ascii: "\n") {
            position += 1
        } else if next != nil, bytes[position - 1] != UInt8(ascii: "\r") {
            throw CSVFault(
                line: number, text: "a comma or the end of the line is expected behind a quoted cell")
        }
        number += 1
    }

    private mutating func plain() throws(CSVFault) -> String? {
        let start = position
        while let byte = next, ![UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte) {
            position += 1
        }
        return start == position ? nil : try text(Array(bytes[start..<position]))
    }

    private mutating func quoted() throws(CSVFault) -> String {
        let start = number
        position += 1
        var units: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard next == UInt8(ascii: "\"") else { return try text(units) }
                position += 1
            }
            if byte == UInt8(ascii: "\n") { number += 1 }
            units.append(byte)
        }
        throw CSVFault(line: start, text: "a quoted cell has no end")
    }

    private func text(_ units: [UInt8]) throws(CSVFault) -> String {
        guard let text = String(validating: units, as: UTF8.self) else {
            throw CSVFault(line: number, text: "a cell is not UTF-8")
        }
        return text
    }
}
