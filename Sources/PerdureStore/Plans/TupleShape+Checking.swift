// SPDX-License-Identifier: Apache-2.0
// Which columns may stand together in a dictionary result (FET-61 to FET-63): the same for every engine.

import PerdurePredicates

extension TupleShape {
    /// Whether a value is computed from several rows.
    package var isGrouped: Bool {
        !groupBy.isEmpty || columns.contains { AggregateCall.occurs(in: $0.expression) }
    }

    /// Refuses columns without a single value for each group.
    ///
    /// - Throws: `StoreError.unsupported`.
    package func check() throws {
        guard !columns.isEmpty else {
            throw unsupported("a dictionary result needs at least one property to fetch")
        }
        guard !groupBy.isEmpty else {
            guard having == nil else { throw unsupported("a having predicate needs properties to group by") }
            return
        }
        for column in columns where !column.expression.isOfGroup && !groupBy.contains(column.expression) {
            throw unsupported(
                "SELECT clauses in queries with GROUP BY components can only contain properties named in the "
                    + "GROUP BY or aggregate functions (\(column.name))")
        }
    }

    private func unsupported(_ reason: String) -> StoreError { .unsupported(UnsupportedRequest(reason)) }
}

extension ExpressionNode {
    /// Whether the value is computed from a whole group.
    package var isOfGroup: Bool {
        switch self {
        case .constant: return true
        case .function(let call):
            if ["count:", "sum:", "average:", "min:", "max:"].contains(call.name) { return true }
            return !call.arguments.isEmpty && call.arguments.allSatisfy(\.isOfGroup)
        // One of members has a value for each row.
        case .keyPath(_, let keys): return keys.first?.hasPrefix("@") ?? false
        case .conditional(_, let yes, let no): return yes.isOfGroup && no.isOfGroup
        default: return false
        }
    }
}
