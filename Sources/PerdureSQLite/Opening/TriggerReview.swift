// SPDX-License-Identifier: Apache-2.0
// Lets the triggers of a store run, or not: judged when the store is opened, and again when another process has changed
// the file's schema, which may have brought triggers of another model, or a planted one. StoreTriggers.swift judges.

import PerdureStore

/// Looks at the triggers of one store for the connection that writes to it.
final class TriggerReview {
    let rules: TriggerRules
    /// The number that SQLite gives to the schema that was judged.
    private var judgedSchema: Int64?
    /// Whether others have committed since the last look.
    var isDue = false
    /// Who looks at the store then, too.
    private var witnesses: [any CommitWitness] = []

    init(_ rules: TriggerRules) { self.rules = rules }

    /// Lets somebody look when others have committed.
    ///
    /// After the first review: the schema that it has judged is older.
    func add(_ witness: any CommitWitness, _ connection: SQLiteConnection) throws {
        try witness.readSchema(connection)
        witnesses.append(witness)
    }

    /// Looks again if others have changed the schema; within a transaction, so that nobody can do it meanwhile.
    ///
    /// - Throws: `StoreError.schemaMismatch` when triggers would be off from now on that keep values right, what
    ///   witnesses report.
    func repeatIfDue(_ connection: SQLiteConnection) throws {
        guard isDue else { return }
        if try schemaVersion(connection) != judgedSchema {
            let triggers = try StoreTriggers.read(connection, rules)
            if let stranger = triggers.strangers.first { try requireNeedless(stranger, connection) }
            for witness in witnesses { try witness.readSchema(connection) }
            try allow(triggers, connection)
        }
        for witness in witnesses { try witness.requireNone(connection) }
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

    /// A save without triggers would leave wrong what the store says they keep right.
    private func requireNeedless(_ stranger: StoreTriggers.Stranger, _ connection: SQLiteConnection) throws {
        guard
            try connection.allowsTriggers
                || rules.sources.contains(where: { try $0.needsTriggers(connection) })
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

extension TriggerReview: StoreStep {
    /// Judges the triggers of a store that is opened for writing.
    static func run(_ store: MappedStore) throws {
        if try !store.review.run(store.writer) { try store.forgetTriggers() }
        store.writer.triggerReview = store.review
    }
}
