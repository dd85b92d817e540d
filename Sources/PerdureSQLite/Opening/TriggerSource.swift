// SPDX-License-Identifier: Apache-2.0
// Whose triggers a store has, as TriggerRules.swift and TriggerReview.swift see it. Each source lies beside its feature.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A feature that has triggers in a store.
protocol TriggerSource: Sendable {
    /// The triggers that we would write for the model.
    var triggers: [SQLDefinition] { get }
    /// Columns that only triggers write, with their tables.
    var computedColumns: [(table: String, column: String)] { get }
    /// Notes in the metadata of a new store what its triggers keep.
    func describe(_ metadata: inout [String: PropertyListValue])
    /// Whether a store says of itself that triggers keep something in it.
    func needsTriggers(_ connection: SQLiteConnection) throws -> Bool
}

extension TriggerSource {
    // Most triggers keep tables of their own, which nobody misses while nobody has made them.
    var computedColumns: [(table: String, column: String)] { [] }
    func describe(_ metadata: inout [String: PropertyListValue]) {}
    func needsTriggers(_ connection: SQLiteConnection) throws -> Bool { false }
}

/// The triggers of R-tree indexes.
struct SpatialTriggers: TriggerSource {
    let triggers: [SQLDefinition]

    init(_ mapping: StoreMapping) { triggers = SchemaDefinition.spatialIndexes(of: mapping) }
}

/// Looks at a store when others have committed to it, before anything is written.
protocol CommitWitness: AnyObject {
    /// Others have changed the schema.
    func readSchema(_ connection: SQLiteConnection) throws
    /// Others have committed, and this connection is about to write.
    ///
    /// - Throws: an error where it must not.
    func requireNone(_ connection: SQLiteConnection) throws
}
