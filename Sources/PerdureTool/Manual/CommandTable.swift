// SPDX-License-Identifier: Apache-2.0
// `perdure manual table`: all commands, options and exit codes as Markdown. Documentation/Command.md is its output.

enum CommandTable {
    static func command(of commands: @escaping @Sendable () -> [Command]) -> Command {
        Command(
            group: "manual", action: "table",
            summary: "print all commands, options and exit codes as Markdown",
            discussion:
                "Prints the page that documents the command: what each command takes, and how it ends.",
            operands: [], options: [], run: { try run($0, commands()) })
    }

    private static func run(_ arguments: Arguments, _ commands: [Command]) throws -> ExitCode {
        try Console.print(text(commands))
        return .success
    }

    private static func text(_ commands: [Command]) -> String {
        """
        # The command perdure

        `perdure` looks at models, mapping models and stores, changes stores where a command says so, and writes sources.
        This page is made from the help (`perdure manual table`); a test compares them. `perdure COMMAND --help` says the same
        about one command.

        \(table(["command", "what it does"], commands.map { ["[`\($0.fullName)`](#\(anchor($0)))", $0.summary] }))

        ## Exit codes

        \(table(["code", "meaning"], ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] }))

        \(commands.map(section).joined(separator: "\n\n"))
        """
    }

    private static func section(_ command: Command) -> String {
        let operands = command.operands.map { ["`\($0.name)`", $0.help] }
        let options = command.options.map { option in
            ["`--\(option.name)\(option.value.map { " \($0)" } ?? "")`", option.help + remark(option)]
        }
        let rows = operands + options
        return """
            ## \(command.fullName)

                \(Program.name) \(HelpText.synopsis(command))

            \(escaped(command.discussion))
            """ + (rows.isEmpty ? "" : "\n\n" + table(["argument", "meaning"], rows))
    }

    private static func remark(_ option: Command.Option) -> String {
        option.isRequired ? " (required)" : ""
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        ([header, header.map { _ in "---" }] + rows)
            .map { "| " + $0.map(cell).joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        escaped(text.replacing("\n", with: " ")).replacing("|", with: "\\|")
    }

    /// Keeps words in angle brackets from being taken for HTML; text in backticks has none.
    private static func escaped(_ text: String) -> String { text.replacing("<", with: "&lt;") }

    private static func anchor(_ command: Command) -> String {
        command.fullName.replacing(" ", with: "-")
    }
}
