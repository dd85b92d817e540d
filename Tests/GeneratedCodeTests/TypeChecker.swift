// SPDX-License-Identifier: Apache-2.0
// Runs the compiler over the sources of a module, against the modules that this very build has made: no package, no
// linking.

import Foundation
import PerdureCodegen
import PerdureTestSupport

/// The Swift compiler, checking types.
struct TypeChecker {
    /// The folder of the modules that this test was built with.
    private static let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("Modules")

    /// Whether the modules are where `swift build` puts them.
    static var isAvailable: Bool {
        FileManager.default.fileExists(atPath: modules.appendingPathComponent("CoreData.swiftmodule").path)
    }

    /// Checks the sources of a module.
    ///
    /// - Returns: what the compiler says: nothing when all is well. Warnings are errors, unless the flags say otherwise.
    func check(
        _ files: [GeneratedFile], module: String, flags: [String] = ["-swift-version", "6"]
    ) throws -> String {
        let folder = try TemporaryFolder()
        let paths = try files.map { file in
            let url = folder.file(file.name)
            try Data(file.text.utf8).write(to: url)
            return url.path
        }
        let output = folder.file("output")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-module-name", module] + Self.flags + flags + paths
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        return process.terminationStatus == 0 ? text : "exit code \(process.terminationStatus)\n\(text)"
    }

    private static var flags: [String] {
        ["-warnings-as-errors", "-parse-as-library", "-I", modules.path] + SystemModules.options
    }
}
