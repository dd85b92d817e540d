// SPDX-License-Identifier: Apache-2.0
// Runs the command `perdure` that was built beside the tests.

import Foundation

/// One run of `perdure`.
public struct ToolRun {
    /// 0 when all went well.
    public let exitCode: Int32
    /// What it printed.
    public let output: String
    /// What it complained about.
    public let errors: String

    /// Runs the command and waits for its end.
    ///
    /// - Parameter arguments: what stands behind `perdure`.
    /// - Throws: when it was not built, or cannot be started.
    public init(_ arguments: String...) throws { try self.init(arguments) }

    /// Runs the command and waits for its end.
    ///
    /// - Parameter arguments: what stands behind `perdure`.
    /// - Throws: when it was not built, or cannot be started.
    public init(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        for url in [output, errors] { try Data().write(to: url) }
        let process = Process()
        process.executableURL = try Executables.url("perdure")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        exitCode = process.terminationStatus
        self.output = try String(contentsOf: output, encoding: .utf8)
        self.errors = try String(contentsOf: errors, encoding: .utf8)
    }
}
