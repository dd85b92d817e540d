// SPDX-License-Identifier: Apache-2.0
// The forms of printed objects. JSONObjects.swift, CSVObjects.swift and TextObjects.swift are the forms.

import PerdureInspection
import PerdureStore

/// A form in which objects are printed, one after the other.
protocol ObjectForm {
    /// Prints what stands before the first object.
    mutating func begin(_ output: ByteOutput)
    mutating func append(_ row: Row, of page: ObjectPage, to output: ByteOutput)
    /// Prints what stands behind the last object.
    mutating func end(_ output: ByteOutput)
}

/// The forms by the words of the command line.
enum FormName: String, CaseIterable {
    case json, lines = "json-lines", csv, table

    /// The form that the command line asks for; nil for none.
    ///
    /// - Throws: `UsageError` when there is more than one.
    static func chosen(_ arguments: Arguments) throws -> FormName? {
        let chosen = allCases.filter { arguments.switches.contains($0.rawValue) }
        guard chosen.count < 2 else {
            let words = chosen.map { "'--\($0.rawValue)'" }.joined(separator: " and ")
            throw UsageError("\(words) exclude each other: choose one", arguments.command.fullName)
        }
        return chosen.first
    }
}

extension Command.Option {
    static let keepGoing = Command.Option(
        name: "keep-going", value: nil, help: "report values that cannot be read, and go on")
    static let lines = Command.Option(
        name: "json-lines", value: nil, help: "print one JSON object per line")
    static let csv = Command.Option(name: "csv", value: nil, help: "print CSV with a line of headers")
}
