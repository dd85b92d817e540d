// SPDX-License-Identifier: Apache-2.0
// The results of a query in their forms.

import PerdureInspection
import PerdureStore

/// Prints tuples, one after the other.
struct QueryOutput {
    private let output = ByteOutput()
    private let columns: [QueryColumn]
    private let values: ValueText
    private let form: FormName
    private let keys: [[UInt8]]
    /// The lines of a table whose widths are not known yet.
    private var waiting: [[String]] = []
    /// The widths of a table's columns, once they are known.
    private var widths: [Int]?
    private var isFirst = true
    /// So many lines decide how wide the columns of a table are.
    private static let measured = 1_000

    init(_ query: StoreQuery, _ form: FormName, _ values: ValueText) {
        columns = query.columns
        keys = query.columns.map { Array((JSONValue.quoted($0.name) + ":").utf8) }
        self.form = form
        self.values = values
    }

    mutating func append(_ tuple: [StoredValue]) throws {
        if isFirst { begin() }
        switch form {
        case .json:
            output.append(isFirst ? "\n    " : ",\n    " as StaticString)
            appendObject(tuple)
        case .lines:
            appendObject(tuple)
            output.append(UInt8(ascii: "\n"))
        case .csv: appendCells(tuple)
        case .table: appendLine(tuple)
        }
        isFirst = false
        try output.flushIfFull()
    }

    /// Prints what stands behind the last tuple.
    ///
    /// - Throws: `BrokenPipe`, `ToolError`.
    mutating func end() throws {
        if isFirst { begin() }
        if form == .json { output.append(isFirst ? "]\n}\n" : "\n  ]\n}\n" as StaticString) }
        if form == .table { measure() }
        try output.flush()
    }

    private mutating func begin() {
        switch form {
        case .json: output.append(JSONForm.beginning("rows"))
        case .lines: break
        case .csv:
            for (offset, column) in columns.enumerated() {
                if offset > 0 { output.append(CSVText.separator) }
                CSVText.append(column.name, to: output)
            }
            CSVText.endLine(output)
        case .table: waiting = [columns.map { PlainText.safe($0.name) }]
        }
    }

    private func appendObject(_ tuple: [StoredValue]) {
        output.append(UInt8(ascii: "{"))
        for (offset, value) in tuple.enumerated() {
            if offset > 0 { output.append(UInt8(ascii: ",")) }
            output.append(keys[offset])
            values.appendJSON(value, isBoolean: columns[offset].isBoolean, to: output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private func appendCells(_ tuple: [StoredValue]) {
        for (offset, value) in tuple.enumerated() {
            if offset > 0 { output.append(CSVText.separator) }
            values.appendCell(value, isBoolean: columns[offset].isBoolean, to: output)
        }
        CSVText.endLine(output)
    }

    // MARK: Tables

    private mutating func appendLine(_ tuple: [StoredValue]) {
        let line = tuple.enumerated().map { values.text($1, isBoolean: columns[$0].isBoolean) ?? "NULL" }
        guard let widths else {
            waiting.append(line)
            if waiting.count >= Self.measured { measure() }
            return
        }
        append(line, widths)
    }

    private mutating func measure() {
        let widths = columns.indices.map { column in waiting.map { $0[column].count }.max() ?? 0 }
        self.widths = widths
        for line in waiting { append(line, widths) }
        waiting = []
    }

    private func append(_ line: [String], _ widths: [Int]) {
        for (offset, cell) in line.enumerated() {
            output.append(cell)
            guard offset < line.count - 1 else { break }
            output.append(String(repeating: " ", count: max(0, widths[offset] - cell.count) + 2))
        }
        output.append(UInt8(ascii: "\n"))
    }
}
