// SPDX-License-Identifier: Apache-2.0
// The derived attributes of a store as a source of triggers. DerivedAttribute.swift has a single one.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// All derived attributes that a store holds.
struct DerivedAttributes: TriggerSource {
    let all: [DerivedAttribute]

    init(_ mapping: StoreMapping) { all = DerivedAttribute.all(in: mapping) }

    var triggers: [SQLDefinition] { all.flatMap(\.triggers) }

    var computedColumns: [(table: String, column: String)] { all.map { ($0.table, $0.column.name) } }

    func describe(_ metadata: inout [String: PropertyListValue]) {
        metadata[Derivation.metadataKey] = DerivationRecord(all).value
    }

    /// Whether the store's record relies on our triggers: a save without them would leave values wrong that the record calls
    /// right.
    func needsTriggers(_ connection: SQLiteConnection) throws -> Bool {
        DerivationRecord(try StoreMetadata.read(connection))?.hasOwn == true
    }
}

extension TriggerRules {
    /// The derived attributes of the model.
    var derived: [DerivedAttribute] {
        sources.lazy.compactMap { $0 as? DerivedAttributes }.first?.all ?? []
    }
}
