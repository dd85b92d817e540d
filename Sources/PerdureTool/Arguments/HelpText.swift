// SPDX-License-Identifier: Apache-2.0
// The pages of `--help`, made from the descriptions of the subcommands.

/// Help for people.
enum HelpText {
    /// The list of some subcommands.
    static func overview(_ commands: [Command]) -> String {
        let lines = commands.map { ("  \(Program.name) \(synopsis($0))", $0.summary) }
        return """
            Usage: \(Program.name) COMMAND [ARGUMENTS]

            Looks at Core Data models, mapping models and stores, changes them where a command says so, and writes the classes
            of a model's entities.

            \(columns(lines))

            '\(Program.name) COMMAND --help' says more about a command; '\(Program.name) --version' says which version this is.

            Exit codes: 0 all is well, 1 a check found problems or a comparison differences, 2 wrong usage, 3 unreadable
            input, 4 unwritable output, 5 refused.
            """
    }

    /// The help page of one subcommand.
    static func page(_ command: Command) -> String {
        let operands = command.operands.map { ("  \($0.name)", $0.help) }
        let options =
            command.options.map { option in
                let letter = option.letter.map { "-\($0), " } ?? ""
                return ("  \(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
            }
            + [("  --help", "show this page")]
        return """
            Usage: \(Program.name) \(synopsis(command))

            \(command.discussion)

            \(columns(operands + options))
            """
    }

    /// The command's words, operands and options in one line.
    static func synopsis(_ command: Command) -> String {
        let operands = command.operands.map { operand in
            let name = operand.isRequired ? operand.name : "[\(operand.name)]"
            return operand.isRepeatable ? "\(name)…" : name
        }
        let options = command.options.map { option in
            let text = "--\(option.name)\(option.value.map { " \($0)" } ?? "")"
            return option.isRequired ? text : "[\(text)]" + (option.isRepeatable ? "…" : "")
        }
        return (command.words + operands + options).joined(separator: " ")
    }

    /// Two columns; a left cell that is too wide gets a line of its own.
    private static func columns(_ lines: [(String, String)]) -> String {
        let limit = 26
        let width = lines.map(\.0.count).filter { $0 <= limit }.max() ?? limit
        return lines.map { left, right in
            guard left.count <= limit else {
                return left + "\n" + String(repeating: " ", count: 6) + right
            }
            return left + String(repeating: " ", count: width - left.count + 2) + right
        }.joined(separator: "\n")
    }
}
