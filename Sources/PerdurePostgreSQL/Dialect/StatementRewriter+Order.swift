// SPDX-License-Identifier: Apache-2.0
// Order, and what DISTINCT and GROUP BY allow in it (PG-108).

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// Puts the order of a select into the adapted one.
    func order(_ adapted: inout SQLSelect, _ select: SQLSelect) throws {
        guard !select.order.isEmpty else { return }
        // Aggregates without groups give one row.
        if select.groupBy.isEmpty, select.columns.contains(where: \.hasAggregate) { return }
        let groups = select.groupBy.isEmpty && select.isDistinct ? select.columns : select.groupBy
        let isGrouped = try group(&adapted, select)
        for term in select.order {
            var value = try sortValue(term)
            if value.constant != nil || value.kind == .null { continue }
            if isGrouped, !groups.contains(term.expression), !term.expression.hasAggregate {
                value = extreme(term.isAscending ? "min" : "max", value).flat
            }
            let expression =
                value.kind == .text && !value.isColumn && !adapted.isDistinct
                ? SQLExpression.collated(value.expression, "C") : value.expression
            if !isGrouped, !adapted.isDistinct, let first = firstOrder(value) {
                adapted.order.append(SQLOrder(first, isAscending: term.isAscending))
            }
            adapted.order.append(SQLOrder(expression, isAscending: term.isAscending))
        }
    }

    /// Turns DISTINCT into groups where the order names something else; returns whether there are groups.
    private func group(_ adapted: inout SQLSelect, _ select: SQLSelect) throws -> Bool {
        guard select.isDistinct else { return !select.groupBy.isEmpty }
        let isForeign = select.order.contains {
            $0.collation != nil || !select.columns.contains($0.expression)
        }
        guard isForeign else { return !select.groupBy.isEmpty }
        guard select.groupBy.isEmpty else {
            throw unsupported(
                "a server does not order distinct groups by something that is no column of the result")
        }
        adapted.isDistinct = false
        adapted.groupBy = adapted.columns.filter { !$0.isConstant }
        return true
    }

    /// The value by which a term orders.
    private func sortValue(_ term: SQLOrder) throws -> ServerValueTerm {
        let value = try value(term.expression).flat
        guard let collation = term.collation.flatMap(SQLCollation.init), value.kind == .text else {
            return value
        }
        return try sorted(value, by: collation)
    }
}

extension SQLExpression {
    /// Whether the expression is one value for all rows.
    var isConstant: Bool {
        switch self {
        case .value, .literal, .null, .truth: true
        case .cast(let part, _): part.isConstant
        default: false
        }
    }
}
#endif
