// SPDX-License-Identifier: Apache-2.0
// A guide's program, run in a process of its own so that what it prints can be compared with what the guide says.

import Foundation

/// A guide: its program, and what that must print.
struct Guide: Sendable {
    let name: String
    let program: @MainActor (URL) async throws -> Void
    let output: [String]

    /// Runs the program in a folder of its own.
    @MainActor func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "guide-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await program(folder)
    }

    /// Runs the program in another process, and compares what it prints.
    func check() throws {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [name]
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let printed = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
        guard process.terminationStatus == 0, printed == output else {
            throw UnexpectedOutput(guide: name, printed: printed, expected: output)
        }
        print("\(name): as the guide says")
    }
}

/// A guide's program failed, or printed something else than its guide says.
struct UnexpectedOutput: Error, CustomStringConvertible {
    let guide: String
    let printed: [String]
    let expected: [String]

    var description: String { "\(guide) printed\n\(printed)\nand should print\n\(expected)" }
}
