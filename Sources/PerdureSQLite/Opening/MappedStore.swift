// SPDX-License-Identifier: Apache-2.0
// A store that is being opened, after its tables were compared with the model. StoreFeatures.swift lists the steps;
// SQLiteEngine+Opening.swift makes the engine.

import PerdureSQL
import PerdureStore

/// A step of the opening after the tables are known.
protocol StoreOpeningStep: SendableMetatype {
    /// - Throws: `StoreError`; the store is not opened then.
    static func run(_ store: MappedStore) throws
}

/// A store that is being opened.
final class MappedStore {
    let opening: StoreOpening
    let writer: SQLiteConnection
    let watch: CommitWatch
    let mapping: StoreMapping
    /// What features add to the steps.
    let parts: FeatureParts
    /// Decides whether the triggers may run.
    let review: TriggerReview
    private var forgetting: [() throws -> Void] = []
    private var joining: [(SQLEngine, ConnectionPool) -> any StoreFeature] = []

    var options: SQLiteOptions { opening.options }

    /// Compares the tables of a file with the model.
    init(_ file: OpenedFile) throws {
        opening = file.opening
        writer = file.writer
        watch = file.watch
        parts = file.parts
        mapping = try ElementColumns(
            connection: file.writer, schema: file.schema, entities: file.entities, options: file.options
        ).currentMapping()
        review = TriggerReview(parts.triggerRules(mapping))
    }

    /// Notes an action for a store whose triggers stay off: the values that the triggers keep will get out of date.
    func withoutTriggers(_ body: @escaping () throws -> Void) { forgetting.append(body) }

    /// Runs the noted actions.
    func forgetTriggers() throws {
        for body in forgetting { try body() }
    }

    /// Lets a feature take part in the store's transactions.
    ///
    /// - Parameter feature: Makes the feature, given the engine that reads and writes rows, and its connections.
    func join(_ feature: @escaping (SQLEngine, ConnectionPool) -> any StoreFeature) {
        joining.append(feature)
    }

    /// The features that take part in transactions, in the order of the steps.
    func features(of engine: SQLEngine, _ pool: ConnectionPool) -> [any StoreFeature] {
        joining.map { $0(engine, pool) }
    }
}
