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
        // The server lets distinct rows have no order but that of columns, and knows computed ones only by their very text.
        adapted.keepsFirst =
            select.isDistinct && (select.keepsFirst || !select.order.allSatisfy { $0.expression.isColumn })
        for term in select.order {
            var value = try sortValue(term)
            if value.constant != nil || value.kind == .null { continue }
            if term.isOfGroup { value = extreme(term.isAscending ? "min" : "max", value).flat }
            let isPlain = adapted.isDistinct && !adapted.keepsFirst
            let expression =
                value.kind == .text && !value.isColumn && !isPlain
                ? SQLExpression.collated(value.expression, "C") : value.expression
            if adapted.groupBy.isEmpty, !adapted.isDistinct, let first = firstOrder(value) {
                adapted.order.append(SQLOrder(first, isAscending: term.isAscending))
            }
            adapted.order.append(SQLOrder(expression, isAscending: term.isAscending))
        }
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

#endif
