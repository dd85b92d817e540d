// SPDX-License-Identifier: Apache-2.0
// Completions, pages for man, and the documentation of the command, all made from its help.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: manual") struct ManualTests {
    @Test("bash completes commands, actions, options, and leaves files to the shell")
    func bash() throws {
        let script = try ToolRun("completion", "bash").output
        #expect(try bashWords(script, ["perdure", "sto"]) == ["store"])
        #expect(try bashWords(script, ["perdure", "model", "sh"]) == ["show"])
        #expect(try bashWords(script, ["perdure", "store", "dump", "--li"]) == ["--limit"])
        #expect(try bashWords(script, ["perdure", "generate", "--f"]) == ["--force"])
        #expect(try bashWords(script, ["perdure", "store", "dump", "fi"]).isEmpty)
    }

    @Test("the completions for zsh and fish name every command and option", arguments: ["zsh", "fish"])
    func otherShells(_ shell: String) throws {
        let script = try ToolRun("completion", shell).output
        for word in ["model", "store", "generate", "dump", "limit", "force"] {
            #expect(script.contains(word))
        }
        // A shell that is there reads the script.
        guard let program = executable(shell) else { return }
        #expect(try run(program, ["-n", file(script, "completion")]).status == 0)
    }

    @Test("another shell is wrong usage")
    func unknownShell() throws {
        let run = try ToolRun("completion", "zhs")
        #expect(run.exitCode == 2)
        #expect(
            run.errors.hasPrefix("perdure: SHELL must be bash, zsh or fish, not 'zhs'; did you mean 'zsh'?"))
    }

    @Test("man reads a page for each command without a warning")
    func pages() throws {
        #expect(try ToolRun("manual", "pages", folder.url.path).exitCode == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(names.contains("perdure.1") && names.contains("perdure-store-dump.1"))
        let page = try String(contentsOf: folder.file("perdure-store-dump.1"), encoding: .utf8)
        #expect(page.contains(".SH NAME\nperdure\\-store\\-dump \\- "))
        #expect(page.contains("\\fB\\-\\-limit\\fR"))
        #expect(!page.contains("\n.."), "a line of text is no request")
        guard let groff = executable("groff") else { return }
        for name in names {
            let result = try run(groff, ["-man", "-ww", "-z", folder.file(name).path])
            #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
        }
    }

    @Test("pages that cannot be written end with 4")
    func unwritable() throws {
        try Data().write(to: folder.file("taken"))
        let run = try ToolRun("manual", "pages", folder.file("taken").path)
        #expect(run.exitCode == 4)
        #expect(run.errors.contains("taken"))
    }

    @Test("Documentation/Command.md is what 'perdure manual table' prints")
    func documentation() throws {
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Documentation/Command.md").standardizedFileURL
        #expect(try ToolRun("manual", "table").output == String(contentsOf: project, encoding: .utf8))
    }

    /// The words that bash offers for the last one.
    private func bashWords(_ script: String, _ words: [String]) throws -> [String] {
        let path = try file(script, "completion.bash")
        let code = """
            source '\(path)'
            COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _perdure
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try run("/bin/bash", ["-c", code]).output.split(separator: "\n").map(String.init)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ text: String, _ name: String) throws -> String {
        let url = folder.file(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    private func executable(_ name: String) -> String? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first(where: FileManager.default.isExecutableFile)
    }

    private func run(_ program: String, _ words: [String]) throws -> (
        status: Int32, output: String, errors: String
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, complaints)
    }
}
