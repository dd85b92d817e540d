// SPDX-License-Identifier: Apache-2.0
// The part of a feature in the definitions of a new store. SchemaDefinition.swift asks for each entity.

import PerdureSQL

/// A feature with its own triggers for an entity, and their tables.
protocol EntityDefinitions: SendableMetatype {
    /// The definitions, in the order of their creation.
    static func definitions(of entity: EntityMapping, _ mapping: StoreMapping) -> [SQLDefinition]
}
