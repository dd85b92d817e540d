// SPDX-License-Identifier: Apache-2.0
// Starts FaultWriter, the program of Tests/FaultWriter that writes until it is killed.

import Foundation

/// A running FaultWriter.
public final class FaultWriter {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private let folder: TemporaryFolder
    private var rest = Data()

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - words: the command, the store, and arguments.
    ///   - asNobody: whether the user that the command becomes gets access to the folders above the store.
    /// - Throws: when the program was not built, or cannot be started.
    public convenience init(_ words: String..., asNobody: Bool = false) throws {
        try self.init(words, asNobody: asNobody)
    }

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - words: the command, the store, and arguments.
    ///   - asNobody: whether the user that the command becomes gets access to the folders above the store.
    /// - Throws: when the program was not built, or cannot be started.
    public init(_ words: [String], asNobody: Bool = false) throws {
        folder = try TemporaryFolder()
        errors = folder.file("errors")
        try Data().write(to: errors)
        process.executableURL = try Executables.url("FaultWriter")
        process.arguments = words
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        if asNobody { process.currentDirectoryURL = URL(fileURLWithPath: "/") }
        try process.run()
    }

    /// The next line that the process prints; nil after its end.
    public func line() -> String? {
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

    /// All lines until the end of the process.
    public func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Kills the process; it runs no code any more.
    public func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Sends an empty line, for which the process waits.
    public func start() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    /// Sends the process a line.
    public func say(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the input of the process.
    public func endInput() { try? input.fileHandleForWriting.close() }

    /// Asks the process to end, as Control-C does.
    public func interrupt() { Foundation.kill(process.processIdentifier, SIGINT) }

    /// Resumes the stopped process.
    public func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// Whether a signal has stopped the process.
    public var isStopped: Bool {
        let path = "/proc/\(process.processIdentifier)/stat"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return text[end...].dropFirst(2).first == "T"
    }

    /// Waits for the end of the process.
    public func finish() throws -> (lines: [String], exitCode: Int32, errors: String) {
        let lines = remainingLines()
        process.waitUntilExit()
        return (lines, process.terminationStatus, try errors.writtenText())
    }
}
