// SPDX-License-Identifier: Apache-2.0
// Lets the triggers of a store run, or not: judged when the store is opened, and again when another process has changed
// the file's schema, which may have brought derived attributes, or a planted trigger. StoreTriggers.swift judges.

import PerdureStore

/// Looks at the triggers of one store for the connection that writes to it.
final class TriggerReview {
    let rules: TriggerRules
    /// The number that SQLite gives to the schema that was judged.
    private var judgedSchema: Int64?
    /// Whether others have committed since the last look.
    var isDue = false
    /// Looks at the history then, too; nil for a store that was opened to keep one.
    var untracked: UntrackedHistory?

    init(_ rules: TriggerRules) { self.rules = rules }

    /// Looks again if others have changed the schema; within a transaction, so that nobody can do it meanwhile.
    ///
    /// - Throws: `StoreError.schemaMismatch` when triggers would be off from now on that keep values right, `.readOnly`
    ///   when commits would be missing in a history.
    func repeatIfDue(_ connection: SQLiteConnection) throws {
        guard isDue else { return }
        if try schemaVersion(connection) != judgedSchema {
            let triggers = try StoreTriggers.read(connection, rules)
            if let stranger = triggers.strangers.first { try requireNeedless(stranger, connection) }
            try untracked?.readSchema(connection)
            try allow(triggers, connection)
        }
        try untracked?.requireNone(connection)
        isDue = false
    }

    /// With one stranger among them all stay off; `store check` names it.
    ///
    /// - Returns: whether there is none.
    @discardableResult
    func run(_ connection: SQLiteConnection) throws -> Bool {
        let triggers = try StoreTriggers.read(connection, rules)
        try allow(triggers, connection)
        return triggers.areAllKnown
    }

    /// A save without triggers would leave derived values wrong, and the store would go on to say that they are right.
    private func requireNeedless(_ stranger: StoreTriggers.Stranger, _ connection: SQLiteConnection) throws {
        guard
            try connection.allowsTriggers
                || DerivationRecord(try StoreMetadata.read(connection))?.hasOwn == true
        else { return }
        throw StoreError.schemaMismatch(
            path: connection.path, entity: "", property: nil,
            reason:
                "another process has changed its schema, and the \(stranger.kind) \(stranger.name) does not fit "
                + "this model; nothing was saved. Add the store to the coordinator again")
    }

    private func allow(_ triggers: StoreTriggers, _ connection: SQLiteConnection) throws {
        connection.allowTriggers(
            triggers.areAllKnown && triggers.count > 0, writingSpatialIndexes: triggers.keepSpatialIndexes)
        judgedSchema = try schemaVersion(connection)
    }

    private func schemaVersion(_ connection: SQLiteConnection) throws -> Int64? {
        try connection.first("PRAGMA schema_version") { $0.integer(0) }
    }
}
