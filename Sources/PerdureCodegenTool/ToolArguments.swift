// SPDX-License-Identifier: Apache-2.0
// Parses the arguments from PerdureModelPlugin. Used by CodegenTool.swift.

import Foundation

/// The files to compile, and the folder for the results.
struct ToolArguments {
    /// The name of the target's module.
    private(set) var module = ""
    /// The folder of the tool's output.
    let output: URL
    private(set) var models: [URL] = []
    private(set) var mappings: [URL] = []
    private(set) var sources: [URL] = []

    static let usage = """
        usage: PerdureCodegenTool --module NAME --output FOLDER [--model PATH]... [--mapping PATH]... [--source FILE]...
        Compiles models (.xcdatamodeld, .xcdatamodel) to .momd and .mom, mapping models (.xcmappingmodel) to .cdm, and writes
        the Swift code of the models' classes.
        """

    init(_ arguments: [String]) throws {
        var folder: URL?
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--module": module = value
            case "--output": folder = URL(fileURLWithPath: value, isDirectory: true)
            case "--model": models.append(URL(fileURLWithPath: value, isDirectory: true))
            case "--mapping": mappings.append(URL(fileURLWithPath: value, isDirectory: true))
            case "--source": sources.append(URL(fileURLWithPath: value))
            default: throw UsageError("there is no option '\(option)'")
            }
        }
        if module.isEmpty { throw UsageError("--module is missing") }
        guard let folder else { throw UsageError("--output is missing") }
        output = folder
    }
}

/// An error in the arguments.
struct UsageError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
