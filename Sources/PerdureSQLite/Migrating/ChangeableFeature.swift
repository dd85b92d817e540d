// SPDX-License-Identifier: Apache-2.0
// The part of a feature in a migration in place. InPlaceMigration.swift asks.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A feature of models that a migration may change without moving stored values.
protocol ChangeableFeature: SendableMetatype {
    /// - Parameters:
    ///   - connection: The connection with the open transaction.
    ///   - schema: The new model.
    ///   - options: The options of the opening.
    init(connection: SQLiteConnection, schema: Schema, options: SQLiteOptions)

    /// Whether the store's record of the feature fits the new model.
    func isDone(_ metadata: [String: PropertyListValue], _ entities: Set<Int32>?) -> Bool
    /// A file's tables, where columns may be missing because the migration adds them.
    func extended(_ existing: ExistingSchema) -> ExistingSchema
    /// Whether a property has no stored value of its own in one of the models, so that its column may differ.
    static func concerns(_ former: PropertyLayout, _ property: PropertyLayout) -> Bool
    /// Makes the feature's changes for the new model within the current transaction.
    ///
    /// - Parameters:
    ///   - old: The tables for the old model.
    ///   - new: The tables for the new model.
    ///   - rules: The rules for the triggers of the new model.
    ///   - metadata: The metadata of the store.
    /// - Throws: Any error of the database, `StoreError.invalidValue` for a value that does not fit.
    func run(
        from old: StoreMapping, to new: StoreMapping, _ rules: TriggerRules,
        _ metadata: inout [String: PropertyListValue]
    ) throws
}
