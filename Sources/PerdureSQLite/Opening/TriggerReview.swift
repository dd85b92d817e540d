// SPDX-License-Identifier: Apache-2.0
// Decides whether the triggers of a store run. It judges them when the store is opened, and again after another process has
// changed the schema: the change may have added triggers of another model, or a planted one. StoreTriggers.swift judges.

import PerdureStore

/// Judges the triggers of one store for the connection that writes.
final class TriggerReview: SchemaReview {
    let rules: TriggerRules
    /// SQLite's version number of the judged schema.
    private var judgedSchema: Int64?
    /// Whether other connections have committed since the last review.
    var isDue = false
    /// The witnesses that also check the store then.
    private var witnesses: [any ForeignCommitCheck] = []

    init(_ rules: TriggerRules) { self.rules = rules }

    /// Adds a witness, which checks the store after other connections have committed.
    ///
    /// It must be called after the first review, because that review judges an older schema.
    func add(_ witness: any ForeignCommitCheck, _ connection: SQLiteConnection) throws {
        try witness.readSchema(connection)
        witnesses.append(witness)
    }

    /// Repeats the review if other connections have changed the schema.
    ///
    /// It runs within a transaction, so the schema cannot change meanwhile.
    ///
    /// - Throws: `StoreError.schemaMismatch` when triggers that keep values right would stay off from now on, any error of a
    ///   witness.
    func repeatIfDue(_ connection: SQLiteConnection) throws {
        guard isDue else { return }
        if try schemaVersion(connection) != judgedSchema {
            let triggers = try StoreTriggers.read(connection, rules)
            if let unexpectedDefinition = triggers.unexpected.first {
                try requireNeedless(unexpectedDefinition, connection)
            }
            for witness in witnesses { try witness.readSchema(connection) }
            try allow(triggers, connection)
        }
        for witness in witnesses { try witness.requireNone(connection) }
        isDue = false
    }

    /// Judges the triggers.
    ///
    /// One unknown trigger keeps all of them off; `store check` names it.
    ///
    /// - Returns: whether all triggers are known.
    @discardableResult
    func run(_ connection: SQLiteConnection) throws -> Bool {
        let triggers = try StoreTriggers.read(connection, rules)
        try allow(triggers, connection)
        return triggers.areAllExpected
    }

    /// Refuses to go on when the store relies on triggers: a save without them would leave values wrong.
    private func requireNeedless(
        _ unexpectedDefinition: StoreTriggers.UnexpectedDefinition, _ connection: SQLiteConnection
    ) throws {
        guard
            try connection.allowsTriggers
                || rules.sources.contains(where: { try $0.needsTriggers(connection) })
        else { return }
        throw StoreError.schemaMismatch(
            path: connection.path, entity: "", property: nil,
            reason:
                "another process has changed its schema, and the \(unexpectedDefinition.kind) \(unexpectedDefinition.name) does not fit "
                + "this model; nothing was saved. Add the store to the coordinator again")
    }

    private func allow(_ triggers: StoreTriggers, _ connection: SQLiteConnection) throws {
        connection.allowTriggers(
            triggers.areAllExpected && triggers.count > 0, writingSpatialIndexes: triggers.keepSpatialIndexes)
        judgedSchema = try schemaVersion(connection)
    }

    private func schemaVersion(_ connection: SQLiteConnection) throws -> Int64? {
        try connection.first("PRAGMA schema_version") { $0.integer(0) }
    }
}
