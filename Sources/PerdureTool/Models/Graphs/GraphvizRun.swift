// SPDX-License-Identifier: Apache-2.0
// Graphviz's program makes the picture of a DOT text.

import Foundation

enum GraphvizRun {
    /// The picture of a DOT text.
    ///
    /// - Throws: `ToolError` where the program is missing or fails.
    static func svg(_ text: String) throws -> String {
        guard let program = program() else {
            throw ToolError(
                "SVG is made by Graphviz, and there is no program 'dot' in PATH: install it (Debian: apt-get install graphviz), "
                    + "or use --format mermaid or --format dot", .cannotWrite)
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("perdure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Interruption.removeOnInterrupt(folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("m.dot"), folder.appendingPathComponent("m.svg"))
        try Data(text.utf8).write(to: input)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-Tsvg", "-o", output.path, input.path]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let svg = try? String(contentsOf: output, encoding: .utf8)
        else {
            throw ToolError(
                "\(program) ended with \(process.terminationStatus) and made no picture", .cannotWrite)
        }
        return svg.hasSuffix("\n") ? String(svg.dropLast()) : svg
    }

    private static func program() -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/dot" }
            .first(where: FileManager.default.isExecutableFile)
    }
}
