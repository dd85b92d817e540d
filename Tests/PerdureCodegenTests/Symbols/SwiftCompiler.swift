// SPDX-License-Identifier: Apache-2.0
// The compiler in PATH, for tests that ask it what it makes of a source.

import Foundation

/// Runs the compiler in a folder of its own, which is removed at the end.
final class SwiftCompiler {
    /// Whether compiler and symbol lister are in PATH.
    static let isAvailable = path(of: "swiftc") != nil && path(of: "nm") != nil

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perdure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Compiles a module; others that were compiled before can be imported.
    func compile(module: String, _ files: [String: String], _ options: [String] = []) throws {
        var names: [String] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            names.append(name)
        }
        _ = try run(
            "swiftc",
            ["-parse-as-library", "-module-name", module, "-I", ".", "-wmo", "-emit-module", "-emit-object"]
                + ["-o", "\(module).o", "-emit-module-path", "\(module).swiftmodule"] + options + names)
    }

    /// The symbols that a module's code asks for and does not have, if their names start with a prefix.
    func undefinedSymbols(of module: String, prefix: String) throws -> Set<String> {
        let lines = try run("nm", ["-u", "\(module).o"]).split(separator: "\n")
        return Set(
            lines.compactMap { $0.split(separator: " ").last.map(String.init) }.filter {
                $0.hasPrefix(prefix)
            })
    }

    func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let path =
            program.hasPrefix("./") ? folder.appendingPathComponent(program).path : Self.path(of: program)
        process.executableURL = URL(fileURLWithPath: path ?? program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(program: program, output: text) }
        return text
    }

    struct Failure: Error, CustomStringConvertible {
        var program: String
        var output: String
        var description: String { "\(program) failed:\n\(output)" }
    }

    private static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
