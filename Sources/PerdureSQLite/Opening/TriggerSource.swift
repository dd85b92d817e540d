// SPDX-License-Identifier: Apache-2.0
// The sources of a store's triggers, for TriggerRules.swift and TriggerReview.swift. Each source lies beside its feature.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A feature that has triggers in a store.
protocol TriggerSource: Sendable {
    /// The triggers that we would write for the model.
    var triggers: [SQLDefinition] { get }
    /// Columns that only triggers write, with their tables.
    var computedColumns: [(table: String, column: String)] { get }
    /// Records in the metadata of a new store which values its triggers keep.
    func describe(_ metadata: inout [String: PropertyListValue])
    /// Whether a store's metadata says that triggers keep values in it.
    func needsTriggers(_ connection: SQLiteConnection) throws -> Bool
}

extension TriggerSource {
    // Most triggers maintain their own tables, and a store works without these tables.
    var computedColumns: [(table: String, column: String)] { [] }
    func describe(_ metadata: inout [String: PropertyListValue]) {}
    func needsTriggers(_ connection: SQLiteConnection) throws -> Bool { false }
}
