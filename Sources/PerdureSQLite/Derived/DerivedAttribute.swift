// SPDX-License-Identifier: Apache-2.0
// A derived attribute in a store file: its table, its column, its triggers. DerivedRebuild.swift makes the triggers anew;
// StoreCheck+Derived.swift checks them.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One derived attribute of a store.
struct DerivedAttribute: Sendable {
    let derivation: Derivation
    /// The name of the declaring entity.
    let entity: String
    let table: String
    let column: AttributeColumn
    /// The expression in the form of the record.
    let text: String
    /// The triggers that keep the value up to date.
    let triggers: [SQLDefinition]
    /// The value of every row, from scratch.
    let values: DerivedValues

    var name: String { derivation.name }

    /// The derived attributes of the store's entities.
    ///
    /// Their texts are made here, once.
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

    /// Whether the value is a time, which cannot be computed afterwards.
    var isClock: Bool { derivation.form == .clock }
}
