// SPDX-License-Identifier: Apache-2.0
// Habits of all commands: words that are no text, readers that go away, quiet runs, no colours.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: habits") struct CommandHabitTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    /// Runs words of a shell, in which $perdure is the command; gives its standard output, standard error and exit code.
    private func shell(_ words: String) throws -> (output: String, errors: String, code: Int32) {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", words]
        process.environment = [
            "perdure": own.deletingLastPathComponent().appendingPathComponent("perdure").path,
            "PATH": "/usr/bin:/bin",
            "store": sample.path,
            "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
        ]
        let files = ["out", "err"].map { sample.folder.file($0) }
        let handles = try files.map { url in
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        }
        (process.standardOutput, process.standardError) = (handles[0], handles[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return (texts[0], texts[1], process.terminationStatus)
    }

    @Test("PRG-70 reading leaves no private copy behind")
    func copies() throws {
        let run = try shell(
            """
            export TMPDIR=$(mktemp -d)
            "$perdure" store dump "$store" > /dev/null && "$perdure" store check "$store" > /dev/null &&
            "$perdure" store export "$store" -q > /dev/null && "$perdure" store diff "$store" "$store" -q > /dev/null
            ls -A "$TMPDIR"; rm -r "$TMPDIR"
            """)
        #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test("PRG-132 a file that cannot be read or written is an error with the system's reason")
    func reasons() throws {
        let long = try ToolRun("store", "show", String(repeating: "a", count: 300))
        #expect(
            long.exitCode == 3 && long.errors.contains("cannot be read: File name too long"), "\(long.errors)"
        )
        let output = sample.file("nowhere") + "/x.jsonl"
        let export = try ToolRun("store", "export", sample.path, "-o", output)
        #expect(
            export.exitCode == 4 && export.errors.contains("cannot be written: No such file"),
            "\(export.errors)")
    }

    @Test("PRG-132 a path that is not UTF-8 is named byte by byte, and is wrong usage")
    func bytes() throws {
        let run = try shell("\"$perdure\" store show $'/tmp/caf\\xe9.sqlite'")
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("perdure: '/tmp/caf\\xe9.sqlite' is not UTF-8"))
    }

    @Test(
        "PRG-136 a reader that goes away ends a command quietly",
        arguments: [
            "export \"$store\"", "diff \"$store\" \"$store\" --json", "doctor \"$store\"",
            "fit \"$store\" \"$store\"",
        ])
    func closedPipe(_ words: String) throws {
        let run = try shell("\"$perdure\" store \(words) | true; exit ${PIPESTATUS[0]}")
        #expect([0, 1, 2, 3, 5, 141].contains(run.code) && !run.errors.contains("ipe"), "\(run.errors)")
        let closed = try shell("\"$perdure\" store \(words) >&-; true")
        #expect(!closed.errors.contains("Fatal"), "\(closed.errors)")
    }

    @Test("PRG-136 nothing is coloured, and a pipe sees no progress")
    func plain() throws {
        for words in [
            "store export $store", "store doctor $store", "model --help", "store import $store /dev/null",
        ] {
            let run = try shell("\"$perdure\" \(words)")
            #expect(!(run.output + run.errors).contains("\u{1B}"))
        }
    }
}
