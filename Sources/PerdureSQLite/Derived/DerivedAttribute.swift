// SPDX-License-Identifier: Apache-2.0
// A derived attribute as a store file has it: its table, its column, its triggers. DerivedRebuild.swift makes them anew,
// StoreCheck+Derived.swift looks whether they are right.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One derived attribute of a store.
struct DerivedAttribute {
    let derivation: Derivation
    /// The name of the entity that declares it.
    let entity: String
    let table: String
    let column: AttributeColumn
    private let mapping: StoreMapping

    var name: String { derivation.name }

    /// Those of the entities that the store holds.
    static func all(in mapping: StoreMapping) -> [DerivedAttribute] {
        mapping.schema.derivations.compactMap { DerivedAttribute($0, mapping) }
    }

    private init?(_ derivation: Derivation, _ mapping: StoreMapping) {
        guard let entity = mapping[derivation.entity],
            case .attribute(let column) = entity.slots[derivation.slot]
        else { return nil }
        self.derivation = derivation
        self.mapping = mapping
        self.entity = mapping.schema[derivation.entity].name
        table = mapping.tables[entity.table].name
        self.column = column
    }

    /// The expression as it is remembered.
    var text: String { PredicatePrinter.format(derivation.expression) }

    /// Whether the value is a time, which nothing can compute afterwards.
    var isClock: Bool { derivation.form == .clock }

    /// What keeps the value up to date.
    var triggers: [SQLDefinition] { DerivedTriggers(mapping, derivation).definitions() }

    /// The value of every row, from scratch.
    var values: DerivedValues { DerivedValues(mapping, derivation) }
}
