// SPDX-License-Identifier: Apache-2.0
// What a line of input means.

import Foundation

/// A command.
enum Command: Equatable {
    case count(Int64)
    case assign(Int64)
    case tag(String)
    case untag(String)
    case set(key: String, value: String?)
    case add(key: String, amount: Int)
    case show, undo, redo, save, refresh, discard, help, quit

    static let usage = """
        +3  -2       count up, count down        = 5          make it 5, whatever others count
        tag x        put a tag on                untag x      take it off
        set k v      set a key                   unset k      remove it
        add k 2      add to a key's number
        show         what this terminal sees     refresh      and what others have saved
        undo  redo   the last change             discard      all that is not saved
        save         store the changes           quit
        """

    /// The command of a line; nil for anything else.
    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else { return nil }
        if let command = Self.plain[line] {
            self = command
        } else if first.hasPrefix("+") || first.hasPrefix("-"), let number = Int64(first), words.count == 1 {
            self = .count(number)
        } else if words.count >= 2, let command = Self.command(first, words[1], words.dropFirst(2)) {
            self = command
        } else {
            return nil
        }
    }

    private static let plain: [String: Command] = [
        "show": .show, "undo": .undo, "redo": .redo, "save": .save, "refresh": .refresh, "discard": .discard,
        "help": .help, "quit": .quit,
    ]

    private static func command(_ verb: String, _ word: String, _ rest: ArraySlice<String>) -> Command? {
        switch verb {
        case "=" where rest.isEmpty: Int64(word).map { .assign($0) }
        case "tag" where rest.isEmpty: .tag(word)
        case "untag" where rest.isEmpty: .untag(word)
        case "unset" where rest.isEmpty: .set(key: word, value: nil)
        case "set" where !rest.isEmpty: .set(key: word, value: rest.joined(separator: " "))
        case "add" where rest.count == 1: rest.first.flatMap { Int($0) }.map { .add(key: word, amount: $0) }
        default: nil
        }
    }
}

/// Prints at once, whoever reads.
func say(_ text: String, end: String = "\n") {
    FileHandle.standardOutput.write(Data((text + end).utf8))
}
