// SPDX-License-Identifier: Apache-2.0
// Lets the triggers of a store run, or not: judged when the store is opened, and again when another process has changed
// the file's schema, which may have brought derived attributes, or a planted trigger. StoreTriggers.swift judges.

/// Looks at the triggers of one store for the connection that writes to it.
final class TriggerReview {
    private let rules: TriggerRules
    /// The number that SQLite gives to the schema that was judged.
    private var judgedSchema: Int64?
    /// Whether others have committed since the last look.
    var isDue = false

    init(_ rules: TriggerRules) { self.rules = rules }

    /// Looks again if others have changed the schema; within a transaction, so that nobody can do it meanwhile.
    func repeatIfDue(_ connection: SQLiteConnection) throws {
        guard isDue else { return }
        if try schemaVersion(connection) != judgedSchema { try run(connection) }
        isDue = false
    }

    /// With one stranger among them all stay off; `store check` names it.
    func run(_ connection: SQLiteConnection) throws {
        let triggers = try StoreTriggers.read(connection, rules)
        connection.allowTriggers(
            triggers.areAllKnown && triggers.count > 0, writingSpatialIndexes: triggers.keepSpatialIndexes)
        judgedSchema = try schemaVersion(connection)
    }

    private func schemaVersion(_ connection: SQLiteConnection) throws -> Int64? {
        try connection.first("PRAGMA schema_version") { $0.integer(0) }
    }
}
