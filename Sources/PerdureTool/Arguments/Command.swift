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
    }

    /// The words that call the command.
    var words: [String] { [group, action].compactMap { $0 } }

    var fullName: String { ([Program.name] + words).joined(separator: " ") }
}

extension Command.Operand {
    static let store = Command.Operand(
        name: "STORE", help: "the store's SQLite file, or a postgresql: URL")
}

extension Command.Option {
    static let schema = Command.Option(
        name: "schema", value: "NAME", help: "the namespace of a store on a server, instead of the URL's")
    static let tls = Command.Option(
        name: "tls", value: "LEVEL",
        help: "the least encryption to a server: verify-full, verify-ca, require or disable")
    static let json = Command.Option(name: "json", value: nil, help: "print JSON")
    static let quiet = Command.Option(
        name: "quiet", value: nil, help: "no remarks and no progress, only results and errors")
    static let model = Command.Option(
        name: "model", value: "MODEL",
        help: "a model file to read the store with, instead of the store's own copy")
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

    var wantsJSON: Bool { switches.contains("json") }
    var isQuiet: Bool { switches.contains("quiet") }

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
