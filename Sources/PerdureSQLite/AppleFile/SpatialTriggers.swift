// SPDX-License-Identifier: Apache-2.0
// The R-tree indexes of a store as a source of triggers. SpatialIndex.swift has the texts of a single one.

import PerdureSQL

/// The tables and triggers of R-tree indexes.
struct SpatialTriggers: TriggerSource {
    let triggers: [SQLDefinition]

    init(_ mapping: StoreMapping) {
        triggers = SchemaDefinition.entities(of: mapping).flatMap {
            SpatialIndex.definitions(of: $0, mapping)
        }
    }
}

/// An R-tree index with the statement that fills it from its rows.
struct SpatialFilling {
    let name: String
    let definitions: [SQLDefinition]
    let filling: String
}

extension SpatialTriggers {
    /// The R-tree indexes, for a store whose rows exist already.
    static func fillings(_ mapping: StoreMapping) -> [SpatialFilling] {
        SchemaDefinition.entities(of: mapping).flatMap { SpatialIndex.fillings(of: $0, mapping) }
    }
}
