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

        ## JSON, CSV and dates

        \(forms)

        \(commands.map(section).joined(separator: "\n\n"))
        """
    }

    private static let forms = """
        What `--json` prints is one object, which begins with `"format": \(JSONForm.number)` for every command (`perdure port` sorts the
        names): the version of the forms for programs. The number rises when a member goes or means something else; new members do not
        raise it. With `--json-lines` each line is an element of the document's list.

        | command | members |
        | --- | --- |
        | `model show` | `name`, `version` (the name of the shown version of the model), `versions`, `versionIdentifiers`, `entities`, `configurations`, `fetchRequestTemplates` |
        | `model hashes` | `entities` (the hashes by names), `digest`, `checksum` |
        | `model diff` | `entities` (`name`, `source`, `destination`), `isInferred`, `steps`, `losses`, `refusals` (`entity`, `property`, `reason`) |
        | `model lint` | `path`, `modelVersion`, `findings` (`severity`, `rule`, `entity`, `property`, `message`) |
        | `mapping show` | `name`, `entityMappings` |
        | `store show` | `path`, `uuid`, `model`, `entities` (`number`, `name`, `superentity`, `isAbstract`, `rows`, `versionHash`), `metadata` |
        | `store query` | `rows`: the columns by their paths; with `--count` `count`; with `--explain` `statement`, `values`, `plan`, `indexes`, `scans`, `sorts` |
        | `store dump` | `objects`: `objectID`, `entity`, `version`, `values` |
        | `store history` | `transactions`: `number`, `date`, `author`, `context`, `program`, `process`, `changes` (`kind`, `object`, `properties`, `preserved`) |
        | `store stats` | `path`, `pageSize`, `pages`, `freePages`, `journal`, `walBytes`, `externalFiles`, `externalBytes`, `isCounted`, `entities` (`name`, `rows`, `bytes`, `attributes`), `tables`, `indexes` |
        | `store check` | `path`, `problems` (`severity`, `object`, `row`, `message`), `objectsRead`, `protection` (null, or `state`: `intact`, `damaged`, `older` or `unusable`, `date`, `pages`, `differing`, `count`; `reason`) |
        | `store import` | `path`, `isWritten`, `keepsNumbers`, `inserted`, `updated`, `problems` (`file`, `line`, `entity`, `key`, `message`) |
        | `store diff` | `a`, `b`, `unequalProperties`, `differences` (`kind`, `object`, `key`, `a`, `b`), `count` |
        | `store fit` | `path`, `versions` (`model`, `version`, `isCurrent`, `fits`, `opening`, `steps`, `losses`, `refusals`) |
        | `store doctor` | `path`, `isApplied`, `backup`, `problems`, `repairs` (`object`, `text`, `rows`), `left`, `failure` |
        | `store protect` | `path`, `isProtected`, `pages`, `problems` |
        | `port` | `files`, `lines`, `findings`, `left`, `problems`, `changed` |

        Values: dates by ISO 8601 in UTC, binary values as base64, UUIDs and decimals as texts, objects by names such as `Note/p3`, numbers
        that JSON does not have as texts, and null. In CSV an empty cell is NULL and `""` an empty text; lines end with CR and LF. A text
        that a spreadsheet would run as a formula has an apostrophe before it: it begins with `=`, `+`, `-`, `@`, a tab or a CR, behind any
        number of apostrophes. Numbers have none, and neither have other texts. `store import` takes the apostrophe away, so that every text
        comes back as it was. Members of to-many relationships are names with spaces between them, in an export with `;`.

        Results go to standard output; remarks, progress and errors go to standard error. Progress shows at a terminal only. No output
        has colours, so `NO_COLOR` changes nothing.
        """

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
