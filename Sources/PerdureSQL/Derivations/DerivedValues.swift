// SPDX-License-Identifier: Apache-2.0
// Fills the column of a derived attribute from scratch: for a migration that adds one, and for an expression that is
// not the one the stored values come from.

import PerdureStore

/// The values of one derivation, computed at once.
package struct DerivedValues {
    private let mapping: StoreMapping
    private let derivation: Derivation

    package init(_ mapping: StoreMapping, _ derivation: Derivation) {
        self.mapping = mapping
        self.derivation = derivation
    }

    /// One statement that gives every row its value; no version moves, and no trigger fires.
    ///
    /// It calls the functions that triggers call. Rows that have a time already keep it. nil for a derivation
    /// that has no triggers, because the store does not hold all it needs.
    package var refill: String? {
        guard let route = DerivationRoute(mapping, derivation) else { return nil }
        let column = SQLIdentifier.quoted(route.column.name)
        var conditions: [String] = []
        var value = "\(TriggerFunction.now)()"
        if case .clock = route.form {
            conditions.append("\(column) IS NULL")
        } else {
            value = DerivedExpression.ofWrittenRow(route)
        }
        conditions += route.entityCondition.map { [$0] } ?? []
        return "UPDATE \(SQLIdentifier.quoted(route.home)) SET \(column) = \(value)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }
}
