// SPDX-License-Identifier: Apache-2.0
// Decides whether a store's triggers may run. Apple's stores have triggers for derived attributes, counters and R-tree
// indexes. A trigger that an attacker has planted could change any table. TriggerRules.swift judges a text.

import PerdureSQL
import PerdureStore

/// The triggers and views of a file, and the objections to them.
struct StoreTriggers {
    struct UnexpectedDefinition {
        let kind: String
        let name: String
        let reason: String
    }

    let count: Int
    /// Whether some triggers maintain R-tree indexes.
    let keepSpatialIndexes: Bool
    let unexpected: [UnexpectedDefinition]

    /// Judges every trigger and view of the file.
    static func read(_ connection: SQLiteConnection, _ rules: TriggerRules) throws -> StoreTriggers {
        let found = try connection.all(
            "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
        ) { (kind: $0.text(0), name: $0.text(1), text: $0.text(2)) }
        let unexpected = found.compactMap { object -> UnexpectedDefinition? in
            let reason =
                object.kind == "view"
                ? "Core Data has no views" : rules.objection(to: object.text, named: object.name)
            return reason.map { UnexpectedDefinition(kind: object.kind, name: object.name, reason: $0) }
        }
        return StoreTriggers(
            count: found.count, keepSpatialIndexes: found.contains { $0.name.hasPrefix("Z_RT_") },
            unexpected: unexpected)
    }

    /// The texts of the file's triggers, by name.
    static func texts(_ connection: SQLiteConnection) throws -> [String: String] {
        let found = try connection.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") {
            ($0.text(0), $0.text(1))
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the model implies every trigger, or a known family includes it.
    ///
    /// If not, all of them stay off.
    var areAllExpected: Bool { unexpected.isEmpty }
}
