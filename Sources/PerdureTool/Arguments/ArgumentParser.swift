// SPDX-License-Identifier: Apache-2.0
// Parses the words of a command line according to a subcommand's description. `--name value` and `--name=value`
// are equal. After `--` no word is an option.

/// Parses the words after `perdure GROUP ACTION`.
struct ArgumentParser {
    private let command: Command
    private var result: Arguments
    private var operands: [String] = []

    init(_ command: Command) {
        self.command = command
        result = Arguments(command: command)
    }

    /// Reads the words.
    ///
    /// - Throws: `UsageError` for a word that the description does not allow.
    func parse(_ words: [String]) throws -> Arguments {
        var parser = self
        try parser.read(words)
        try parser.assignOperands()
        for option in command.options where option.isRequired && parser.result.values[option.name] == nil {
            throw usage("'--\(option.name)' is missing: \(option.help)")
        }
        return parser.result
    }

    private mutating func read(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            if word.hasPrefix("-"), word != "-" {
                try readOption(word, &rest)
            } else {
                operands.append(word)
            }
        }
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = command.options.first(where: { $0.answers(to: String(parts[0])) }) else {
            let hint = Misspelling(String(parts[0])).hint(among: command.optionWords)
            throw usage("unknown option '\(parts[0])'\(hint)")
        }
        guard result.values[option.name] == nil, !result.switches.contains(option.name) else {
            throw usage("'--\(option.name)' is given twice")
        }
        guard option.value != nil else {
            guard parts.count == 1 else { throw usage("'--\(option.name)' takes no value") }
            result.switches.insert(option.name)
            return
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw usage("'--\(option.name)' needs a value")
        }
        if option.isRepeatable {
            result.lists[option.name, default: []].append(value)
        } else {
            result.values[option.name] = value
        }
    }

    private mutating func assignOperands() throws {
        for (index, operand) in command.operands.enumerated() {
            guard index < operands.count else {
                guard operand.isRequired else { return }
                throw usage("\(operand.name) is missing: \(operand.help)")
            }
            result.operands[operand.name] = operands[index]
            if operand.isRepeatable {
                result.lists[operand.name] = Array(operands[index...])
                return
            }
        }
        if operands.count > command.operands.count {
            let word = SecretText.masked(operands[command.operands.count])
            throw usage("unexpected argument '\(word)'\(hint(forOperand: word))")
        }
    }

    /// The option that a word without one may be meant for: a required one, or the entity.
    private func hint(forOperand word: String) -> String {
        let free = command.options.filter { $0.value != nil && result.values[$0.name] == nil }
        let option = free.first(where: \.isRequired) ?? free.first { $0.name == "entity" }
        return option.map { "; did you mean '--\($0.name) \(word)'?" } ?? ""
    }

    private func usage(_ message: String) -> UsageError { UsageError(message, command.fullName) }
}
