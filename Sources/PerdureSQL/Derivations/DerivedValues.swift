// SPDX-License-Identifier: Apache-2.0
// Fills the column of a derived attribute from scratch: for a migration that adds one, and for an expression that is
// not the one the stored values come from. Finds rows whose value is wrong.

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

    /// A query for the keys of the rows that do not have their value; nil for a time, which nothing can tell.
    ///
    /// Fractions may differ in the digits that the order of a sum decides.
    package var differing: String? {
        guard let route = DerivationRoute(mapping, derivation), route.form != .clock else { return nil }
        let table = SQLIdentifier.quoted(route.home)
        let column = "\(table).\(SQLIdentifier.quoted(route.column.name))"
        let value = DerivedExpression.ofWrittenRow(route)
        var conditions = ["\(column) IS NOT \(value)"]
        if case .aggregate = route.form, [.float, .decimal].contains(route.column.columnType) {
            conditions.append("COALESCE(ABS(\(column) - \(value)) > 1e-9 * ABS(\(value)), 1)")
        }
        conditions += route.entityCondition.map { [$0] } ?? []
        return "SELECT Z_PK FROM \(table) WHERE \(conditions.joined(separator: " AND "))"
    }
}
