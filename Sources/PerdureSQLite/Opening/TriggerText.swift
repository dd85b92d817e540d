// SPDX-License-Identifier: Apache-2.0
// Parses a trigger's text just far enough to know what its statements may do.
//
// - Z_DA_… (derived attributes): UPDATE of one column that TriggerRules leaves to triggers, WHERE binds the rows to NEW or OLD;
//   SELECT of a notifying function.
// - ZT_… (counters of Photos): UPDATE of the column in its name by one more, one less, 0 or a count, WHERE and SELECT as above.
// - Z_RT_… (R-tree indexes): INSERT [OR REPLACE] INTO, or DELETE FROM, a table Z_RT_….
// - PERDURE_MI_… (indexes on parts of sets and dictionaries): INSERT OR IGNORE INTO PERDURE_MS_… VALUES (NEW.Z_PK);
//   DELETE FROM PERDURE_M… WHERE OWNER = OLD.Z_PK.
//
// A text that the model implies needs no parsing (TriggerRules.swift).

/// The text of a trigger as words.
struct TriggerText {
    private let words: [String]

    /// Splits a text into words; an unreadable text has no words.
    init(_ text: String) { words = TriggerWords.cut(text) ?? [] }

    /// The reason why the trigger fits no known family; nil when it fits one.
    func objection(_ name: String, _ rules: TriggerRules) -> String? {
        guard let body = bodyStatements(), !body.isEmpty else { return "its text cannot be read" }
        let isAllowed: ([String]) -> Bool
        if name.hasPrefix("Z_DA_") {
            isAllowed = { Self.isNotification($0) || TriggerUpdate($0).map(rules.mayCompute) ?? false }
        } else if name.hasPrefix("ZT_") {
            isAllowed = { Self.isNotification($0) || TriggerUpdate($0).map { $0.counts(for: name) } ?? false }
        } else if name.hasPrefix("Z_RT_") {
            isAllowed = Self.isIndexUpdate
        } else if name.hasPrefix("PERDURE_MI_") {
            isAllowed = Self.isNote
        } else {
            return "its name is of none of Apple's families (Z_DA_, ZT_, Z_RT_)"
        }
        guard let unexpectedWords = body.first(where: { !isAllowed($0) }) else { return nil }
        return
            "it does what no trigger of its family does: \(unexpectedWords.prefix(12).joined(separator: " "))"
    }

    /// Whether the trigger reports values of a derived attribute of a table.
    func tells(of attribute: String, in table: String) -> Bool {
        let (attribute, table) = ("'\(attribute)'", "'\(table)'")
        return (bodyStatements() ?? []).contains {
            Self.isNotification($0) && $0.count > 9 && $0[3] == table && $0[9] == attribute
        }
    }

    /// The table whose changes fire the trigger.
    var firingTable: String? {
        guard let place = words.firstIndex(where: { $0.uppercased() == "ON" }), place + 1 < words.count else {
            return nil
        }
        return words[place + 1]
    }

    /// The statements between BEGIN and the last END.
    private func bodyStatements() -> [[String]]? {
        guard let begin = words.firstIndex(where: { $0.uppercased() == "BEGIN" }),
            words.last?.uppercased() == "END"
        else { return nil }
        return words[(begin + 1)..<(words.count - 1)].split(separator: ";").map(Array.init)
    }

    private static func isNotification(_ words: [String]) -> Bool {
        words.count > 2 && words[0].uppercased() == "SELECT"
            && SQLiteConnection.notifyingFunctions.contains { $0.uppercased() == words[1].uppercased() }
            && words[2] == "("
    }

    /// Whether a statement notes a written row, or removes the entries of a deleted row.
    private static func isNote(_ words: [String]) -> Bool {
        let plain = words.map { $0.trimmingPrefix("\"").uppercased() }
        guard words.count > 4 else { return false }
        if plain.starts(with: ["INSERT", "OR", "IGNORE", "INTO"]) {
            return plain[4].hasPrefix("PERDURE_MS_")
                && plain[5...].elementsEqual(["VALUES", "(", "NEW", ".", "Z_PK", ")"])
        }
        return plain.starts(with: ["DELETE", "FROM"])
            && ["PERDURE_MS_", "PERDURE_MI_"].contains { plain[2].hasPrefix($0) }
            && plain[3...].elementsEqual(["WHERE", "OWNER", "=", "OLD", ".", "Z_PK"])
    }

    private static func isIndexUpdate(_ words: [String]) -> Bool {
        let upper = words.map { $0.uppercased() }
        for insertion in [["INSERT", "OR", "REPLACE", "INTO"], ["INSERT", "INTO"]]
        where upper.starts(with: insertion) && upper.count > insertion.count {
            return upper[insertion.count].hasPrefix("Z_RT_")
        }
        return upper.starts(with: ["DELETE", "FROM"]) && upper.count > 2 && upper[2].hasPrefix("Z_RT_")
    }
}
