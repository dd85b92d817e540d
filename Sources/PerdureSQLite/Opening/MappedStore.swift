// SPDX-License-Identifier: Apache-2.0
// A store that is being opened, whose tables fit the model. StoreFeatures.swift lists what is done with it;
// SQLiteEngine+Opening.swift makes the engine of it.

import PerdureSQL
import PerdureStore

/// What is done with a store whose tables are known.
protocol StoreStep: SendableMetatype {
    /// - Throws: `StoreError`; the store is not opened then.
    static func run(_ store: MappedStore) throws
}

/// A store that is being opened.
final class MappedStore {
    let opening: StoreOpening
    let writer: SQLiteConnection
    let watch: CommitWatch
    let mapping: StoreMapping
    /// Lets the triggers run, or not.
    let review: TriggerReview
    private var forgetting: [() throws -> Void] = []
    private var joining: [(SQLEngine) -> any StoreFeature] = []

    var options: SQLiteOptions { opening.options }

    /// Compares the tables of a file with the model.
    init(_ file: OpenedFile) throws {
        opening = file.opening
        writer = file.writer
        watch = file.watch
        mapping = try ElementColumns(
            connection: file.writer, schema: file.schema, entities: file.entities, options: file.options
        ).mappingOfToday()
        review = TriggerReview(TriggerRules(mapping))
    }

    /// Notes what is to be done where the triggers of the store stay off: nobody keeps then what they keep.
    func withoutTriggers(_ body: @escaping () throws -> Void) { forgetting.append(body) }

    /// Forgets what triggers would have to keep.
    func forgetTriggers() throws {
        for body in forgetting { try body() }
    }

    /// Lets a feature take part in the store's transactions.
    ///
    /// - Parameter feature: Is given what reads and writes rows.
    func join(_ feature: @escaping (SQLEngine) -> any StoreFeature) { joining.append(feature) }

    /// Who takes part in transactions, in the order of the steps.
    func features(of engine: SQLEngine) -> [any StoreFeature] { joining.map { $0(engine) } }
}
