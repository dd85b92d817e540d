// SPDX-License-Identifier: Apache-2.0
// Starts the executables that lie beside the test bundle: FaultWriter, which writes until it is killed,
// and the tool.

import Foundation
import PerdureTestSupport

/// A running FaultWriter.
final class FaultWriter {
    private let process = Process()
    private let output = Pipe()
    private let errors: URL
    private let folder: TemporaryFolder
    private var rest = Data()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - words: the command, the store, and arguments.
    ///   - asNobody: whether folders on the way to the store are opened for the user that the command becomes.
    /// - Throws: when it was not built, or cannot be started.
    init(_ words: String..., asNobody: Bool = false) throws {
        folder = try TemporaryFolder()
        errors = folder.file("errors")
        try Data().write(to: errors)
        process.executableURL = try Executables.url("FaultWriter")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        if asNobody { process.currentDirectoryURL = URL(fileURLWithPath: "/") }
        try process.run()
    }

    /// The next line that it prints; nil when it has ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest = Data(rest[rest.index(after: end)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest.append(more)
        }
    }

    /// All lines until its end.
    func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Ends it as a power failure of the process: it can do nothing any more.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for its end.
    func finish() throws -> (lines: [String], exitCode: Int32, errors: String) {
        let lines = remainingLines()
        process.waitUntilExit()
        return (lines, process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }
}

/// One run of `perdure`.
struct ToolRun {
    let exitCode: Int32
    let output: String
    let errors: String

    init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws {
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

/// Finds what was built beside the tests.
enum Executables {
    struct Missing: Error { let path: String }

    static func url(_ name: String) throws -> URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let found = own.deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: found.path) else {
            throw Missing(path: found.path)
        }
        return found
    }
}

/// Counts that are small in every run and large by environment variable.
enum Counts {
    static func number(_ variable: String, standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
    }
}
