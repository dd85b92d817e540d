// SPDX-License-Identifier: Apache-2.0
// Runs the command `perdure`, which the build put beside the tests.

import Foundation

/// One run of `perdure`.
public struct ToolRun {
    /// The exit code of the command; 0 for success.
    public let exitCode: Int32
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let errors: String

    /// Runs the command and waits for its end.
    ///
    /// - Parameter arguments: the words after `perdure`.
    /// - Throws: when the program was not built, or cannot be started.
    public init(_ arguments: String...) throws { try self.init(arguments) }

    /// Runs the command and waits for its end.
    ///
    /// - Parameter arguments: the words after `perdure`.
    /// - Throws: when the program was not built, or cannot be started.
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
        self.output = try output.writtenText()
        self.errors = try errors.writtenText()
    }
}
