// SPDX-License-Identifier: Apache-2.0
// A derived attribute as a store file has it: its table, its column, its triggers. DerivedRebuild.swift makes them anew,
// StoreCheck+Derived.swift looks whether they are right.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One derived attribute of a store.
struct DerivedAttribute: Sendable {
    let derivation: Derivation
    /// The name of the entity that declares it.
    let entity: String
    let table: String
    let column: AttributeColumn
    /// The expression as it is remembered.
    let text: String
    /// What keeps the value up to date.
    let triggers: [SQLDefinition]
    /// The value of every row, from scratch.
    let values: DerivedValues

    var name: String { derivation.name }

    /// Those of the entities that the store holds; their texts are made here, once.
    static func all(in mapping: StoreMapping) -> [DerivedAttribute] {
        mapping.schema.derivations.compactMap { DerivedAttribute($0, mapping) }
    }

    private init?(_ derivation: Derivation, _ mapping: StoreMapping) {
        guard let entity = mapping[derivation.entity],
            case .attribute(let column) = entity.slots[derivation.slot]
        else { return nil }
        self.derivation = derivation
        self.entity = mapping.schema[derivation.entity].name
        table = mapping.tables[entity.table].name
        self.column = column
        text = PredicatePrinter.format(derivation.expression)
        triggers = DerivedTriggers(mapping, derivation).definitions()
        values = DerivedValues(mapping, derivation)
    }

    /// Whether the value is a time, which nothing can compute afterwards.
    var isClock: Bool { derivation.form == .clock }
}
