// SPDX-License-Identifier: Apache-2.0
// Finds the subcommand, runs it, and turns errors into messages and exit codes. The list of subcommands is here;
// Arguments/Command.swift has the description of a subcommand.

import Foundation
import PerdureInspection

/// The command `perdure`.
enum Tool {
    static let commands: [Command] = [
        ModelShow.command, ModelCompile.command, ModelHashes.command, ModelDiff.command,
        ModelLint.command, ModelGraph.command, ModelConvert.command,
        MappingShow.command,
        StoreShow.command, StoreQueryCommand.command, StoreDump.command, StoreHistoryCommand.command,
        StoreStatsCommand.command, StoreCheckCommand.command, StoreCopyCommand.command,
        StoreMigrate.command,
        StoreModelCommand.command, StoreCreate.command, StoreExport.command, StoreImport.command,
        StoreDiff.command, StoreFit.command, StoreDoctor.command, StoreBackup.command, StoreProtect.command,
        StoreSet.command,
        PostgreSQLSchema.command, PostgreSQLInspect.command,
        Generate.command, Port.command,
        CompletionCommand.command { commands }, ManualPages.command { commands },
        CommandTable.command { commands },
    ]

    static func run(_ words: CommandWords) -> ExitCode {
        // The tool must remove its private copy even when the reader of the output goes away.
        signal(SIGPIPE, SIG_IGN)
        Console.reserveStreams()
        do {
            return try dispatch(words.texts())
        } catch let error as UsageError {
            Console.complain(error.message)
            Console.hint("Try '\(error.helpCommand) --help'.\n")
            return .usage
        } catch is BrokenPipe {
            return .brokenPipe
        } catch let error as ToolError {
            Console.complain(error.message)
            return error.code
        } catch let error as InspectionError {
            Console.complain(error.message)
            return ExitCode(error.kind)
        } catch {
            Console.complain(ErrorText.describe(error))
            return .badInput
        }
    }

    private static let helpWords = ["--help", "-h", "help"]

    private static func dispatch(_ words: [String]) throws -> ExitCode {
        guard let first = words.first else {
            throw UsageError("a command is missing: \(groups)", Program.name)
        }
        switch first {
        case "--help", "-h", "help":
            let rest = words.filter { !helpWords.contains($0) }
            if !rest.isEmpty { return try dispatch(rest + ["--help"]) }
            try Console.print(HelpText.overview(commands))
            return .success
        case "--version", "-V":
            try Console.print(Program.version)
            return .success
        default:
            return try dispatch(group: first, Array(words.dropFirst()))
        }
    }

    private static func dispatch(group: String, _ words: [String]) throws -> ExitCode {
        let members = commands.filter { $0.group == group }
        guard !members.isEmpty else {
            let hint =
                Misspelling(group).hint(among: CommandGroups(commands).firstWords)
                + MistakenFile.hint(forCommand: group)
            throw UsageError(
                (group.hasPrefix("-") ? "unknown option '\(group)'" : "unknown command '\(group)'") + hint,
                Program.name)
        }
        if members[0].action == nil { return try run(members[0], words) }
        guard let action = words.first else {
            let actions = members.compactMap(\.action).joined(separator: ", ")
            throw UsageError("'\(group)' needs one of: \(actions)", "\(Program.name) \(group)")
        }
        if helpWords.contains(action) {
            let rest = words.filter { !helpWords.contains($0) }
            if !rest.isEmpty { return try dispatch(group: group, rest + ["--help"]) }
            try Console.print(HelpText.overview(members))
            return .success
        }
        guard let command = members.first(where: { $0.action == action }) else {
            let hint =
                Misspelling(action).hint(among: members.compactMap(\.action))
                + MistakenFile.hint(forCommand: action)
            throw UsageError("unknown command '\(group) \(action)'\(hint)", "\(Program.name) \(group)")
        }
        return try run(command, Array(words.dropFirst()))
    }

    private static func run(_ command: Command, _ words: [String]) throws -> ExitCode {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            try Console.print(HelpText.page(command))
            return .success
        }
        return try command.run(try ArgumentParser(command).parse(words))
    }

    /// The first words of all commands: `'a', 'b' or 'c'`.
    private static var groups: String {
        var seen: Set<String> = []
        let names = commands.map(\.group).filter { seen.insert($0).inserted }.map { "'\($0)'" }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
