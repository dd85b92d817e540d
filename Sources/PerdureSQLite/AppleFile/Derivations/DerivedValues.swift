// SPDX-License-Identifier: Apache-2.0
// Fills the column of a derived attribute from scratch: for a migration that adds one, and for an expression that is
// not the one the stored values come from. Finds rows whose value is wrong.

import PerdureSQL
import PerdureStore

/// The values of one derivation, computed at once.
package struct DerivedValues: Sendable {
    /// nil for a derivation that the store does not hold all of.
    private let route: DerivationRoute?

    package init(_ mapping: StoreMapping, _ derivation: Derivation) {
        route = DerivationRoute(mapping, derivation)
    }

    /// One statement that gives every row its value; no version moves, and no trigger fires.
    ///
    /// It calls the functions that triggers call. Rows that have a time already keep it. nil for a derivation
    /// that has no triggers, because the store does not hold all it needs.
    package var refill: String? {
        guard let route else { return nil }
        let column = SQLIdentifier.quoted(route.column.name)
        guard route.form != .clock else {
            let conditions = ["\(column) IS NULL"] + route.entityConditions
            return update(route, "\(TriggerFunction.now)()", conditions)
        }
        return update(route, DerivedExpression.ofWrittenRow(route), route.entityConditions)
    }

    /// The statement that gives one row its value.
    package func refill(row: Int64) -> String? {
        route.map { update($0, DerivedExpression.ofWrittenRow($0), ["Z_PK = \(row)"]) }
    }

    private func update(_ route: DerivationRoute, _ value: String, _ conditions: [String]) -> String {
        "UPDATE \(SQLIdentifier.quoted(route.home)) SET \(SQLIdentifier.quoted(route.column.name)) = \(value)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }

    /// A query for the keys of the rows that do not have their value; nil for a time, which nothing can tell.
    ///
    /// Fractions may differ in the digits that the order of a sum decides. Rows that can have no value are left to
    /// `overflowing`.
    package var differing: String? {
        guard let route, route.form != .clock else { return nil }
        let table = SQLIdentifier.quoted(route.home)
        let column = "\(table).\(SQLIdentifier.quoted(route.column.name))"
        let value = DerivedExpression.ofWrittenRow(route)
        var conditions = ["\(column) IS NOT \(value)"]
        if case .aggregate = route.form, [.float, .decimal].contains(route.column.columnType) {
            conditions.append("COALESCE(ABS(\(column) - \(value)) > 1e-9 * ABS(\(value)), 1)")
        }
        if route.sumsLongIntegers { conditions.append("TYPEOF(\(value)) <> 'real'") }
        conditions += route.entityConditions
        return "SELECT Z_PK FROM \(table) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// A query for the keys of the rows whose sum does not fit into 64 bits; nil where that cannot be.
    ///
    /// - Parameter row: The only row to look at; nil for all.
    /// - Returns: The query.
    package func overflowing(row: Int64? = nil) -> String? {
        guard let route, route.sumsLongIntegers else { return nil }
        let conditions =
            ["TYPEOF(\(DerivedExpression.ofWrittenRow(route))) = 'real'"]
            + (row.map { ["Z_PK = \($0)"] } ?? route.entityConditions)
        return "SELECT Z_PK FROM \(SQLIdentifier.quoted(route.home)) "
            + "WHERE \(conditions.joined(separator: " AND "))"
    }
}

extension DerivationRoute {
    fileprivate var entityConditions: [String] { entityCondition.map { [$0] } ?? [] }
}
