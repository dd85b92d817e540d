// SPDX-License-Identifier: Apache-2.0
// The arguments that PerdureModelPlugin gives. Read by CodegenTool.swift.

import Foundation

/// What to compile, and where to.
struct ToolArguments {
    /// The name of the target's module.
    private(set) var module = ""
    /// The folder of everything that is written.
    let output: URL
    private(set) var models: [URL] = []
    private(set) var sources: [URL] = []

    static let usage = """
        usage: PerdureCodegenTool --module NAME --output FOLDER [--model PATH]... [--source FILE]...
        Compiles models (.xcdatamodeld, .xcdatamodel) to .momd and .mom, and writes the Swift code of their classes.
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
            case "--source": sources.append(URL(fileURLWithPath: value))
            default: throw UsageError("there is no option '\(option)'")
            }
        }
        if module.isEmpty { throw UsageError("--module is missing") }
        guard let folder else { throw UsageError("--output is missing") }
        output = folder
    }
}

/// Arguments that mean nothing.
struct UsageError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
