// SPDX-License-Identifier: Apache-2.0
// Reads a trigger's text just far enough to say what its statements may do.
//
// | family | its body consists of |
// | --- | --- |
// | Z_DA_… (derived attributes), ZT_… (counters) | UPDATE of one Z column that is no bookkeeping; SELECT of a notifying function |
// | Z_RT_… (R-tree indexes) | INSERT [OR REPLACE] INTO, DELETE FROM, a table Z_RT_… |

/// The text of a trigger, cut into words.
struct TriggerText {
    private let words: [String]

    init(_ text: String) { words = Self.words(of: text) }

    /// Why the trigger is none of Apple's; nil when it is one.
    func objection(_ name: String) -> String? {
        guard let body = bodyStatements(), !body.isEmpty else { return "its text cannot be read" }
        let isAllowed: ([String]) -> Bool
        if name.hasPrefix("Z_DA_") || name.hasPrefix("ZT_") {
            isAllowed = { isColumnUpdate($0) || isNotification($0) }
        } else if name.hasPrefix("Z_RT_") {
            isAllowed = isIndexUpdate
        } else {
            return "its name is of none of Apple's families (Z_DA_, ZT_, Z_RT_)"
        }
        guard let stranger = body.first(where: { !isAllowed($0) }) else { return nil }
        return "it does what no trigger of its family does: \(stranger.prefix(12).joined(separator: " "))"
    }

    /// The statements between BEGIN and the last END.
    private func bodyStatements() -> [[String]]? {
        guard let begin = words.firstIndex(where: { $0.uppercased() == "BEGIN" }),
            words.last?.uppercased() == "END"
        else { return nil }
        return words[(begin + 1)..<(words.count - 1)].split(separator: ";").map(Array.init)
    }

    private func isColumnUpdate(_ words: [String]) -> Bool {
        guard words.count > 5, words[0].uppercased() == "UPDATE", words[1].hasPrefix("Z"),
            words[2].uppercased() == "SET", words[4] == "="
        else { return false }
        let column = words[3].uppercased()
        let isBookkeeping = ["Z_PK", "Z_ENT", "Z_OPT"].contains(column) || !column.hasPrefix("Z")
        return !isBookkeeping && !Self.bookkeepingTables.contains(words[1].uppercased())
            && assignsOnce(words)
    }

    private static let bookkeepingTables: Set = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

    /// One assignment only: no comma outside of brackets before WHERE.
    private func assignsOnce(_ words: [String]) -> Bool {
        var depth = 0
        for word in words.dropFirst(4) {
            if word == "(" { depth += 1 }
            if word == ")" { depth -= 1 }
            if depth == 0 && word == "," { return false }
            if depth == 0 && word.uppercased() == "WHERE" { return true }
        }
        return false
    }

    private func isNotification(_ words: [String]) -> Bool {
        words.count > 2 && words[0].uppercased() == "SELECT"
            && SQLiteConnection.notifyingFunctions.contains { $0.uppercased() == words[1].uppercased() }
            && words[2] == "("
    }

    private func isIndexUpdate(_ words: [String]) -> Bool {
        let upper = words.map { $0.uppercased() }
        for insertion in [["INSERT", "OR", "REPLACE", "INTO"], ["INSERT", "INTO"]]
        where upper.starts(with: insertion) && upper.count > insertion.count {
            return upper[insertion.count].hasPrefix("Z_RT_")
        }
        return upper.starts(with: ["DELETE", "FROM"]) && upper.count > 2 && upper[2].hasPrefix("Z_RT_")
    }

    /// Words, quoted texts (in their quotes; names of tables and columns without them) and single signs; comments are
    /// left out.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                rest = Self.afterComment(rest)
            } else if let end = closingQuote(of: first) {
                words.append(quoted(&rest, until: end))
            } else if isWordSign(first) {
                let word = rest.prefix(while: isWordSign)
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            } else {
                words.append(String(first))
                rest.removeFirst()
            }
        }
        return words
    }

    private static func isWordSign(_ sign: Character) -> Bool {
        sign.isLetter || sign.isNumber || sign == "_" || sign == "$"
    }

    private static func closingQuote(of sign: Character) -> Character? {
        switch sign {
        case "'", "\"", "`": sign
        case "[": "]"
        default: nil
        }
    }

    private static func quoted(_ rest: inout Substring, until end: Character) -> String {
        let start = rest.removeFirst()
        var content = ""
        while let next = rest.popFirst() {
            if next == end {
                // A doubled quote stands for itself; brackets know no such thing.
                guard end != "]", rest.first == end else { break }
                rest.removeFirst()
            }
            content.append(next)
        }
        // All but the names that matter keep their quotes, so that none is taken for a keyword or a sign.
        return start != "'" && content.hasPrefix("Z") ? content : "\(start)\(content)\(end)"
    }

    private static func afterComment(_ rest: Substring) -> Substring {
        var rest = rest.dropFirst(2)
        while !rest.isEmpty && !rest.hasPrefix("*/") { rest.removeFirst() }
        return rest.dropFirst(2)
    }
}
