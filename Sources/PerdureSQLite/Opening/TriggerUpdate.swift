// SPDX-License-Identifier: Apache-2.0
// The only kind of UPDATE in triggers of Apple's families: it sets one column, in rows that are bound to the firing row. Part
// of TriggerText.swift.

/// UPDATE table SET column = value WHERE key = NEW.key.
struct TriggerUpdate {
    /// The names are in upper case, because SQL ignores case.
    let table: String
    let column: String
    private let value: [String]
    private let condition: [String]

    /// Parses a statement; nil for any other one.
    init?(_ words: [String]) {
        let words = words.map { $0.uppercased() }
        guard words.count > 6, words[0] == "UPDATE", words[2] == "SET", words[4] == "=",
            let end = Self.outerIndex(of: ["WHERE", ",", "FROM"], in: words), words[end] == "WHERE"
        else { return nil }
        (table, column) = (words[1], words[3])
        value = Array(words[5..<end])
        condition = Array(words[(end + 1)...])
        guard bindsRows else { return nil }
    }

    /// The first of some words outside of brackets.
    private static func outerIndex(of wanted: Set<String>, in words: [String]) -> Int? {
        var depth = 0
        return words.indices.first { index in
            if words[index] == "(" { depth += 1 }
            if words[index] == ")" { depth -= 1 }
            return depth == 0 && wanted.contains(words[index])
        }
    }

    /// Whether the condition compares a key of each row with the firing row: directly, or through a list made from it.
    private var bindsRows: Bool {
        guard Self.outerIndex(of: ["OR", "UNION", "FROM"], in: condition) == nil else { return false }
        let end = Self.outerIndex(of: ["AND"], in: condition) ?? condition.endIndex
        let first = Array(condition[..<end])
        return Self.isBound(first) || Self.isBoundList(first)
    }

    /// KEY = NEW.KEY or NEW.KEY = KEY.
    private static func isBound(_ words: [String]) -> Bool {
        guard words.count == 5 else { return false }
        return words[0].hasPrefix("Z") && words[1] == "=" && isFiring(words[2...])
            || isFiring(words[..<3]) && words[3] == "=" && words[4].hasPrefix("Z")
    }

    /// KEY IN (SELECT … NEW.KEY …) or KEY IN (NEW.KEY, OLD.KEY), or = in place of IN.
    private static func isBoundList(_ words: [String]) -> Bool {
        guard words.count > 6, words[0].hasPrefix("Z"), ["IN", "="].contains(words[1]), words[2] == "(",
            words.last == ")"
        else { return false }
        return words.indices.dropFirst(3).dropLast(3).contains { isFiring(words[$0...($0 + 2)]) }
    }

    /// NEW.COLUMN or OLD.COLUMN.
    private static func isFiring(_ words: ArraySlice<String>) -> Bool {
        let words = Array(words)
        return words.count == 3 && ["NEW", "OLD"].contains(words[0]) && words[1] == "."
            && words[2].hasPrefix("Z")
    }

    /// Whether the update is a counter of Photos for the column in the trigger's name.
    func counts(for name: String) -> Bool {
        guard name.uppercased().hasPrefix("ZT_\(table)_\(column)_"), column.hasPrefix("Z"),
            !TriggerRules.isBookkeeping(table: table, column: column), condition.count == 5
        else { return false }
        let present = ["IFNULL", "(", column, ",", "0", ")"]
        return value == ["0"] || value == present + ["+", "1"]
            || value == ["MAX", "(", "0", ","] + present + ["-", "1", ")"]
            || value.starts(with: ["(", "SELECT", "COUNT", "(", "Z_PK", ")", "FROM"]) && value.last == ")"
    }
}
