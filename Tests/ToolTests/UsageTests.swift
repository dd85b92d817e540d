// SPDX-License-Identifier: Apache-2.0
// Help, versions, and what the tool says to wrong usage.

import Foundation
import Testing

@Suite("Tool: usage") struct UsageTests {
    private static let commands = [
        ["model", "show"], ["model", "compile"], ["model", "hashes"], ["mapping", "show"],
        ["model", "lint"], ["model", "graph"], ["model", "convert"],
        ["store", "show"], ["store", "dump"], ["store", "check"], ["store", "model"], ["store", "create"],
        ["store", "export"], ["store", "import"], ["store", "diff"], ["store", "fit"], ["store", "doctor"],
        ["store", "backup"], ["store", "set"],
        ["generate"], ["completion"], ["manual", "pages"], ["manual", "table"],
    ]

    @Test("every command has a help page", arguments: commands)
    func helps(_ command: [String]) throws {
        for option in ["--help", "-h"] {
            let run = try ToolRun(command + [option])
            #expect(run.exitCode == 0)
            #expect(run.errors.isEmpty)
            #expect(run.output.hasPrefix("Usage: perdure \(command.joined(separator: " "))"))
            #expect(run.output.contains("--help"))
        }
    }

    @Test("the overview names every command", arguments: [["--help"], ["help"], ["-h"]])
    func overview(_ words: [String]) throws {
        let run = try ToolRun(words[0])
        #expect(run.exitCode == 0)
        for command in Self.commands {
            #expect(run.output.contains("perdure \(command.joined(separator: " "))"))
        }
        #expect(run.output.contains("Exit codes:"))
    }

    @Test("a group's help lists its commands only")
    func groupHelp() throws {
        let run = try ToolRun("model", "--help")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("perdure model hashes"))
        #expect(!run.output.contains("perdure store"))
    }

    @Test("PG-154 --version names the linked SQLite, and libpq where it is there")
    func version() throws {
        let run = try ToolRun("--version")
        #expect(run.exitCode == 0)
        let form = /perdure \d+\.\d+\.\d+ \(SQLite 3\.\d+\.\d+(, libpq \d+\.\d+)?\)\n/
        #expect(run.output.wholeMatch(of: form) != nil)
    }

    @Test(
        "wrong usage ends with 2, a message and a hint",
        arguments: [
            (
                [],
                "perdure: a command is missing: 'model', 'mapping', 'store', 'postgresql', 'generate', 'port', 'completion' or 'manual'"
            ),
            (["modle"], "perdure: unknown command 'modle'; did you mean 'model'?"),
            (["stroe", "show"], "perdure: unknown command 'stroe'; did you mean 'store'?"),
            (["--verbose"], "perdure: unknown option '--verbose'"),
            (["--vresion"], "perdure: unknown option '--vresion'; did you mean '--version'?"),
            (["store", "shwo"], "perdure: unknown command 'store shwo'; did you mean 'show'?"),
            (["model", "show", "--jsno", "a"], "perdure: unknown option '--jsno'; did you mean '--json'?"),
            (["model"], "perdure: 'model' needs one of: show, compile, hashes, diff, lint, graph, convert"),
            (["store", "drop"], "perdure: unknown command 'store drop'"),
            (
                ["model", "show"],
                "perdure: MODEL is missing: the model's file or folder; - is standard input"
            ),
            (["model", "show", "a", "b"], "perdure: unexpected argument 'b'"),
            (["model", "show", "--colour", "a"], "perdure: unknown option '--colour'"),
            (["model", "show", "--json=yes", "a"], "perdure: '--json' takes no value"),
            (["model", "show", "--json", "--json", "a"], "perdure: '--json' is given twice"),
            (["model", "compile", "a", "b.txt"], "perdure: OUTPUT must end in .momd or .mom"),
            (["store", "query", "a", "b"], "perdure: '--entity' is missing: the entity's name"),
            (["store", "dump", "a", "--entity"], "perdure: '--entity' needs a value"),
            (
                ["store", "dump", "a", "--entity", "E", "--limit", "-1"],
                "perdure: '--limit' needs a whole number of at least 0, not '-1'"
            ),
        ])
    func refuses(_ words: [String], _ message: String) throws {
        let run = try ToolRun(words)
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == message)
        #expect(lines.last?.hasPrefix("Try 'perdure") == true)
    }

    @Test("after -- nothing is an option")
    func endsOptions() throws {
        let run = try ToolRun("model", "show", "--", "--json")
        #expect(run.exitCode == 3)
        #expect(
            run.errors
                == "perdure: \(FileManager.default.currentDirectoryPath)/--json: there is no such file or folder\n"
        )
    }

    @Test("output that cannot be written ends with 4")
    func fullDisk() throws {
        let run = try ToolRun("--help", output: "/dev/full")
        #expect(run.exitCode == 4)
        #expect(run.errors == "perdure: standard output: No space left on device\n")
    }
}
