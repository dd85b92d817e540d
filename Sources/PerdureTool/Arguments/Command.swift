// SPDX-License-Identifier: Apache-2.0
// The description of a subcommand. ArgumentParser.swift parses words according to it; HelpText.swift prints it.

/// One subcommand: `perdure GROUP ACTION`, or `perdure GROUP` for a group that does one thing.
struct Command: Sendable {
    let group: String
    /// The second word; nil for the only command of a group.
    let action: String?
    /// One line about the command.
    let summary: String
    /// The text about the command on its help page.
    let discussion: String
    let operands: [Operand]
    let options: [Option]
    let run: @Sendable (Arguments) throws -> ExitCode

    /// A required word.
    struct Operand: Sendable {
        let name: String
        let help: String
        /// Whether all further words are this operand too; only the last one may.
        var isRepeatable = false
        var isRequired = true
    }

    /// A word that starts with two hyphens.
    struct Option: Sendable {
        let name: String
        /// The placeholder of the option's value in the help; nil for a switch.
        let value: String?
        let help: String
        var isRequired = false
        /// Whether the command line may repeat the option.
        var isRepeatable = false
        /// A letter that stands for the name: -o for --output.
        var letter: Character?

        /// Whether a word of the command line, without its value, is this option.
        func answers(to word: String) -> Bool {
            word == "--\(name)" || letter.map { word == "-\($0)" } ?? false
        }
    }

    /// The words that call the command.
    var words: [String] { [group, action].compactMap { $0 } }

    var fullName: String { ([Program.name] + words).joined(separator: " ") }
}

extension Command.Operand {
    static let model = Command.Operand(
        name: "MODEL", help: "the model's file or folder; - is standard input")
    static let store = Command.Operand(
        name: "STORE", help: "the store's SQLite file, or a postgresql: URL")
}

extension Command.Option {
    /// Where a command writes what it makes.
    static func output(_ value: String, _ help: String, isRequired: Bool = true) -> Command.Option {
        Command.Option(name: "output", value: value, help: help, isRequired: isRequired, letter: "o")
    }

    static let schema = Command.Option(
        name: "schema", value: "NAME", help: "the namespace of a store on a server, instead of the URL's")
    static let tls = Command.Option(
        name: "tls", value: "LEVEL",
        help: "the least encryption to a server: verify-full, verify-ca, require or disable")
    static let json = Command.Option(name: "json", value: nil, help: "print JSON")
    static let model = Command.Option(
        name: "model", value: "MODEL",
        help: "a model file to read the store with, instead of the store's own copy")
    static let version = Command.Option(
        name: "version", value: "NAME", help: "this version of the model instead of the current one")
    static let quiet = Command.Option(
        name: "quiet", value: nil, help: "print results and errors only", letter: "q")
    static let copyLimit = Command.Option(
        name: "copy-limit", value: "GIB",
        help: "how large a store may be of which a private copy is made (64)")
}

/// The parsed words of the command line.
struct Arguments {
    var operands: [String: String] = [:]
    var values: [String: String] = [:]
    /// The values of repeatable options.
    var lists: [String: [String]] = [:]
    var switches: Set<String> = []
    let command: Command

    /// An operand; the parser has made sure that the command line has it.
    subscript(operand name: String) -> String { operands[name] ?? "" }

    /// All words of a repeatable operand.
    func words(_ name: String) -> [String] { lists[name] ?? [] }

    var wantsJSON: Bool { switches.contains("json") }
    var isQuiet: Bool { switches.contains("quiet") }
    var keepsGoing: Bool { switches.contains("keep-going") }

    /// Prints a line for people, unless the user wants none.
    func tell(_ line: String) {
        if !switches.contains("quiet") { Console.hint(PlainText.safe(line) + "\n") }
    }

    /// The value of an option that is a number.
    ///
    /// - Throws: `UsageError` when the value is no whole number of at least 0.
    func count(_ name: String) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError(
                "'--\(name)' needs a whole number of at least 0, not '\(text)'", command.fullName)
        }
        return number
    }
}

/// A mistake on the command line.
struct UsageError: Error {
    let message: String
    /// The command whose help explains the right use.
    let helpCommand: String

    init(_ message: String, _ helpCommand: String) {
        self.message = message
        self.helpCommand = helpCommand
    }
}
