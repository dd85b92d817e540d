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
    /// - Parameters:
    ///   - entity: The entity of the fetch.
    ///   - schema: The store's schema.
    /// - Throws: `StoreError.unsupported`.
    package func check(_ entity: Int32, _ schema: Schema) throws {
        try checkMembers(entity, schema)
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
        try checkHaving(entity, schema)
    }

    /// Refuses functions over the members of members, because stores differ in whether a member counts once or for each way to it.
    private func checkMembers(_ entity: Int32, _ schema: Schema) throws {
        func check(_ node: ExpressionNode) throws -> ExpressionNode? {
            guard let call = AggregateCall(node), call.manySteps(entity, schema) > 1 else { return nil }
            throw unsupported(
                "\(PredicatePrinter.format(node)) goes through two to-many relationships; fetch the entity in the middle, or "
                    + "use SUBQUERY or @count")
        }
        for expression in columns.map(\.expression) + groupBy { _ = try expression.rewritten(by: check) }
        _ = try having?.rewritten(by: check)
    }

    private func unsupported(_ reason: String) -> StoreError { .unsupported(UnsupportedRequest(reason)) }
}

extension ExpressionNode {
    /// Whether the value is computed from a whole group.
    package var isOfGroup: Bool {
        if AggregateCall(self) != nil { return true }
        switch self {
        case .constant: return true
        case .aggregate(let elements): return elements.allSatisfy(\.isOfGroup)
        case .function(let call): return !call.arguments.isEmpty && call.arguments.allSatisfy(\.isOfGroup)
        case .conditional(_, let yes, let no): return yes.isOfGroup && no.isOfGroup
        // One of members has a value for each row.
        default: return false
        }
    }
}
