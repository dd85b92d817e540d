// SPDX-License-Identifier: Apache-2.0
// `perdure completion`: the words of the command line, for the shells that complete them.

enum CompletionCommand {
    static func command(of commands: @escaping @Sendable () -> [Command]) -> Command {
        Command(
            group: "completion", action: nil, summary: "print a shell's completion of the command line",
            discussion: """
                Prints a script that lets a shell complete commands and options; everything else is completed as a file.
                'make install' puts the scripts where the shells look for them. For one session of bash:
                source <(perdure completion bash)
                """,
            operands: [.init(name: "SHELL", help: "bash, zsh or fish")],
            options: [], run: { try run($0, commands()) })
    }

    private static func run(_ arguments: Arguments, _ commands: [Command]) throws -> ExitCode {
        let shell = arguments[operand: "SHELL"]
        let scripts = [
            "bash": BashCompletion.script, "zsh": ZshCompletion.script, "fish": FishCompletion.script,
        ]
        guard let script = scripts[shell] else {
            let hint = Misspelling(shell).hint(among: scripts.keys.sorted())
            throw UsageError(
                "SHELL must be bash, zsh or fish, not '\(shell)'\(hint)", arguments.command.fullName)
        }
        try Console.print(script(CommandGroups(commands)))
        return .success
    }
}
