// SPDX-License-Identifier: Apache-2.0
// Runs the built tool as the plugin does, on models that a test writes.

import Foundation
import PerdureTestSupport

/// One run of `PerdureCodegenTool`.
struct CodegenRun {
    let exitCode: Int32
    let errors: String

    init(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let errors = folder.file("errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        exitCode = process.terminationStatus
        self.errors = try String(contentsOf: errors, encoding: .utf8)
    }

    private static func executable() throws -> URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let tool = own.deletingLastPathComponent().appendingPathComponent("PerdureCodegenTool")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw ToolMissing(path: tool.path)
        }
        return tool
    }
}

/// The executable was not built.
struct ToolMissing: Error {
    let path: String
}

/// The sources of a target, in a folder that is removed with the value.
struct TargetFolder {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var output: URL { folder.file("Output") }

    /// Writes a file and gives its URL.
    @discardableResult func write(_ text: String, to path: String) throws -> URL {
        let file = folder.file(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Writes one version of a model whose entities are given as XML, and gives the model's folder.
    @discardableResult func writeModel(
        _ entities: String, name: String = "Shop", version: String = "Shop"
    ) throws -> URL {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            \(entities)
            </model>
            """
        try write(text, to: "\(name).xcdatamodeld/\(version).xcdatamodel/contents")
        return folder.file("\(name).xcdatamodeld")
    }

    /// Names the current version of a model.
    func writeCurrentVersion(_ version: String, name: String = "Shop") throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key><string>\(version).xcdatamodel</string>
            </dict></plist>
            """, to: "\(name).xcdatamodeld/.xccurrentversion")
    }

    /// Runs the tool on models and sources of the folder, for the module "App".
    func run(models: [URL], sources: [URL] = []) throws -> CodegenRun {
        try CodegenRun(
            ["--module", "App", "--output", output.path] + models.flatMap { ["--model", $0.path] }
                + sources.flatMap { ["--source", $0.path] })
    }

    /// The text of a generated file.
    func generated(_ name: String) throws -> String {
        try String(contentsOf: output.appendingPathComponent(name), encoding: .utf8)
    }
}
