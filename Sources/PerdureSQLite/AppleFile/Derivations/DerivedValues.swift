// SPDX-License-Identifier: Apache-2.0
// Fills the column of a derived attribute from scratch: for a migration that adds the attribute, and for stored values of
// another expression. It also finds rows with wrong values.

import PerdureSQL
import PerdureStore

/// The values of one derivation, computed at once.
package struct DerivedValues: Sendable {
    /// nil when the store lacks a part of the derivation.
    private let route: DerivationRoute?

    package init(_ mapping: StoreMapping, _ derivation: Derivation) {
        route = DerivationRoute(mapping, derivation)
    }

    /// One statement that computes the value of every row; it changes no version and fires no trigger.
    ///
    /// It calls the same functions as triggers. Rows that have a time keep it. The statement is nil when the store lacks a
    /// part of the derivation.
    package var refill: String? {
        guard let route else { return nil }
        let column = SQLIdentifier.quoted(route.column.name)
        guard route.form != .clock else {
            let conditions = ["\(column) IS NULL"] + route.entityConditions
            return update(route, "\(TriggerFunction.now)()", conditions)
        }
        return update(route, DerivedExpression.ofWrittenRow(route), route.entityConditions)
    }

    /// The statement that computes the value of one row.
    package func refill(row: Int64) -> String? {
        route.map { update($0, DerivedExpression.ofWrittenRow($0), ["Z_PK = \(row)"]) }
    }

    private func update(_ route: DerivationRoute, _ value: String, _ conditions: [String]) -> String {
        "UPDATE \(SQLIdentifier.quoted(route.home)) SET \(SQLIdentifier.quoted(route.column.name)) = \(value)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }

    /// A query for the keys of the rows with a wrong value; nil for a time, which cannot be computed again.
    ///
    /// Fractions may differ in the last digits, which depend on the order of a sum. Rows whose value cannot exist are left to
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

    /// A query for the keys of the rows whose sum does not fit into 64 bits; nil when no sum can overflow.
    ///
    /// - Parameter row: The only row to check; nil for all.
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
