// SPDX-License-Identifier: Apache-2.0
// Triggers of the rows on a derivation's path: the row with the attribute, and the destinations of to-one relationships. Part
// of DerivedTriggers.swift.

import PerdureSQL
import PerdureStore

extension DerivedTriggers {
    /// The triggers of the row with the attribute.
    ///
    /// Its insertion computes the value from scratch, so the row may come after the rows that its value depends on.
    func source(_ route: DerivationRoute, _ text: DerivedTriggerText) -> [SQLDefinition] {
        let value = DerivedExpression.ofRow("NEW", at: 0, route)
        let row = DerivedOwners(route).condition(.one("NEW.Z_PK"), at: 0)
        let insertion = text.trigger(
            DerivedTriggerText.Event(route.home, "SOURCE_INSERT", "INSERT"), set: value, where: row,
            isInsertion: true)
        guard let read = route.columnRead(at: 0) else { return [insertion] }
        let update = DerivedTriggerText.Event(
            route.home, "SOURCE_UPDATE", "UPDATE OF \(SQLIdentifier.quoted(read))")
        return [insertion, text.trigger(update, set: value, where: row)]
    }

    /// The triggers of rows at a depth, which the table above reaches by a to-one relationship or by pairs.
    func rows(_ route: DerivationRoute, _ text: DerivedTriggerText, _ depth: Int) -> [SQLDefinition] {
        guard let read = route.columnRead(at: depth) else { return [] }
        let table = route.tables[depth]
        let column = SQLIdentifier.quoted(read)
        func change(_ name: String, _ event: String, _ row: String, _ value: String) -> SQLDefinition {
            text.trigger(
                DerivedTriggerText.Event(table, text.suffix(depth, name), event), set: value,
                where: DerivedOwners(route).condition(.one("\(row).Z_PK"), at: depth),
                isInsertion: name == "INSERT" && route.ownerDepth == nil)
        }
        let value = value(route, depth)
        let changes = [
            change("INSERT", "INSERT", "NEW", value), change("UPDATE", "UPDATE OF \(column)", "NEW", value),
        ]
        if isPlainCopy(route) { return changes }
        return changes + [change("DELETE", "DELETE", "OLD", valueWithout(route))]
    }

    /// The value from one row for all rows whose path leads through it, unless the path has a to-many step between them.
    private func value(_ route: DerivationRoute, _ depth: Int) -> String {
        depth > (route.ownerDepth ?? depth)
            ? DerivedExpression.ofWrittenRow(route) : DerivedExpression.ofRow("NEW", at: depth, route)
    }

    private func valueWithout(_ route: DerivationRoute) -> String {
        route.ownerDepth == nil ? "NULL" : DerivedExpression.ofWrittenRow(route)
    }

    /// Whether Core Data has no trigger for the deletion of the object whose value is copied.
    ///
    /// An inverse sets the relationship to nil, and that update fires a trigger. Without an inverse the copy stays.
    private func isPlainCopy(_ route: DerivationRoute) -> Bool {
        guard case .value(_, nil) = route.form else { return false }
        return route.hops.count == 1
    }
}
