// SPDX-License-Identifier: Apache-2.0
// `perdure completion`: the words of the command line, for the shells that complete them.

enum CompletionCommand {
    static let command = Command(
        group: "completion", action: nil, summary: "print a shell's completion of the command line",
        discussion: """
            Prints a script that lets a shell complete commands and options; everything else is completed as a file.
            'make install' puts the scripts where the shells look for them. For one session of bash:
            source <(perdure completion bash)
            """,
        operands: [.init(name: "SHELL", help: "bash, zsh or fish")],
        options: [], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let shell = arguments[operand: "SHELL"]
        let scripts = [
            "bash": BashCompletion.script, "zsh": ZshCompletion.script, "fish": FishCompletion.script,
        ]
        guard let script = scripts[shell] else {
            let hint = Misspelling(shell).hint(among: scripts.keys.sorted())
            throw UsageError("SHELL must be bash, zsh or fish, not '\(shell)'\(hint)", command.fullName)
        }
        try Console.print(script(CommandGroups(Tool.commands)))
        return .success
    }
}

/// The commands by their first words, in the order of the help.
struct CommandGroups {
    let groups: [(name: String, members: [Command])]

    init(_ commands: [Command]) {
        var groups: [(name: String, members: [Command])] = []
        for command in commands {
            if let index = groups.firstIndex(where: { $0.name == command.group }) {
                groups[index].members.append(command)
            } else {
                groups.append((command.group, [command]))
            }
        }
        self.groups = groups
    }

    /// What may stand first on the command line.
    var firstWords: [String] { groups.map(\.name) + ["help", "--help", "--version"] }
}

extension Command {
    /// The options as they are typed.
    var optionWords: [String] { options.map { "--\($0.name)" } + ["--help"] }
}
