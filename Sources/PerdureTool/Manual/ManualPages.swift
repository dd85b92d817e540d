// SPDX-License-Identifier: Apache-2.0
// `perdure manual pages`: a page for `man` of each command, made from its help.

import Foundation

enum ManualPages {
    static func command(of commands: @escaping @Sendable () -> [Command]) -> Command {
        Command(
            group: "manual", action: "pages", summary: "write pages for man",
            discussion: """
                Writes perdure.1 and a page for each command (perdure-store-show.1) into a folder, which is made if it is
                missing. Pages that are there are replaced.
                """,
            operands: [.init(name: "DIR", help: "the folder")], options: [], run: { try run($0, commands()) })
    }

    private static func run(_ arguments: Arguments, _ commands: [Command]) throws -> ExitCode {
        let folder = URL(fileURLWithPath: arguments[operand: "DIR"], isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try write(overview(commands), "\(Program.name).1", folder)
            for command in commands {
                try write(page(command), fileName(command), folder)
            }
        } catch {
            throw ToolError("\(folder.path): \(ErrorText.describe(error))", .cannotWrite)
        }
        return .success
    }

    private static func write(_ text: String, _ name: String, _ folder: URL) throws {
        try Data((text + "\n").utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    }

    private static func fileName(_ command: Command) -> String {
        ([Program.name] + command.words).joined(separator: "-") + ".1"
    }

    private static func overview(_ commands: [Command]) -> String {
        let commands = commands.map { command in
            ".TP\n\\fB\(escaped(([Program.name] + command.words).joined(separator: "-")))\\fR(1)\n\(line(command.summary))"
        }
        return """
            \(title(Program.name))
            .SH NAME
            \(Program.name) \\- look at Core Data models and stores
            .SH SYNOPSIS
            .B \(Program.name)
            \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]
            .SH COMMANDS
            \(commands.joined(separator: "\n"))
            \(exitCodes())
            """
    }

    private static func page(_ command: Command) -> String {
        let operands = command.operands.map { ".TP\n.I \(escaped($0.name))\n\(line($0.help))" }
        let options = command.options.map { option in
            let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
            return ".TP\n\\fB\(escaped("--" + option.name))\\fR\(value)\n\(line(option.help))"
        }
        let name = ([Program.name] + command.words).joined(separator: "-")
        return """
            \(title(name))
            .SH NAME
            \(escaped(name)) \\- \(escaped(command.summary))
            .SH SYNOPSIS
            \(line("\(Program.name) \(HelpText.synopsis(command))"))
            .SH DESCRIPTION
            \(command.discussion.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph(String($0)) }.joined(separator: "\n"))
            .SH OPTIONS
            \((operands + options + [".TP\n\\fB\\-\\-help\\fR\nshow the help page"]).joined(separator: "\n"))
            \(exitCodes())
            """
    }

    private static func exitCodes() -> String {
        let codes = ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(line($0.meaning))" }
        return ".SH EXIT STATUS\n" + codes.joined(separator: "\n")
    }

    private static func title(_ name: String) -> String {
        ".TH \"\(escaped(name.uppercased()))\" 1 \"\" \"\(Program.name) \(Program.number)\""
    }

    private static func paragraph(_ text: String) -> String { text.isEmpty ? ".PP" : line(text) }

    /// A line of text; a dot or an apostrophe at its start would be a request.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// Text as troff reads it, which knows letters beyond ASCII by their numbers only.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
