// SPDX-License-Identifier: Apache-2.0
// Runs the built executable, which lies beside the test bundle, as a shell would.

import Foundation
import PerdureTestSupport

/// One run of `perdure`.
struct ToolRun {
    let exitCode: Int32
    let output: String
    let errors: String

    /// Runs the tool without a terminal and without input.
    init(_ arguments: String..., output file: String? = nil) throws {
        try self.init(arguments, output: file)
    }

    /// Runs the tool with a list of arguments, and with a text or nothing as its input.
    init(_ arguments: [String], output file: String? = nil, input: String? = nil) throws {
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        if let input {
            try Data(input.utf8).write(to: folder.file("input"))
            process.standardInput = try FileHandle(forReadingFrom: folder.file("input"))
        }
        process.standardOutput = try Self.handle(file.map { URL(fileURLWithPath: $0) } ?? output)
        process.standardError = try Self.handle(errors)
        try process.run()
        process.waitUntilExit()
        exitCode = process.terminationStatus
        self.output = file == nil ? try String(contentsOf: output, encoding: .utf8) : ""
        self.errors = try String(contentsOf: errors, encoding: .utf8)
    }

    private static func handle(_ url: URL) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: url.path) {
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        }
        return try FileHandle(forWritingTo: url)
    }

    private static func executable() throws -> URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let tool = own.deletingLastPathComponent().appendingPathComponent("perdure")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw ToolMissing(path: tool.path)
        }
        return tool
    }

    /// The output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8)) }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// The executable was not built.
struct ToolMissing: Error {
    let path: String
}
