// SPDX-License-Identifier: Apache-2.0
// Functions over members in groups (FET-62): each row of a group has members of its own, so one row's result is not the group's.

import PerdurePredicates

extension TupleShape {
    /// The shape whose functions over members run over the members of all rows of a group.
    ///
    /// - Parameters:
    ///   - entity: The entity of the fetch.
    ///   - schema: The store's schema.
    /// - Returns: The shape; the same one without groups.
    /// - Throws: `StoreError.unsupported` for a mean, which the means of the rows do not tell.
    package func joiningMembers(_ entity: Int32, _ schema: Schema) throws -> TupleShape {
        guard !groupBy.isEmpty else { return self }
        func joined(_ node: ExpressionNode) throws -> ExpressionNode? {
            if groupBy.contains(node) { return node }
            guard let call = AggregateCall(node) else { return nil }
            return call.isOfMembers(entity, schema) ? try call.joined(node) : node
        }
        var shape = self
        for index in columns.indices {
            shape.columns[index].expression = try columns[index].expression.rewritten(by: joined)
        }
        shape.having = try having?.rewritten(by: joined)
        return shape
    }

    /// Refuses what having reads from the members of single rows, but for groups of one row each.
    func checkHaving(_ entity: Int32, _ schema: Schema) throws {
        guard !groupBy.contains(.evaluatedObject) else { return }
        _ = try having?.rewritten { node in
            if AggregateCall(node) != nil || groupBy.contains(node) { return node }
            guard case .keyPath(.evaluatedObject, let keys) = node, let key = keys.first,
                schema[entity].property(named: key)?.relationship?.isToMany == true
            else { return nil }
            throw StoreError.unsupported(
                UnsupportedRequest(
                    "\(PredicatePrinter.format(node)) in a having predicate has a value for each row of a group; use "
                        + "count:(\(key)) or another aggregate function"))
        }
    }
}

extension AggregateCall {
    /// The result for all rows of a group, from this call's result for each row.
    fileprivate func joined(_ node: ExpressionNode) throws -> ExpressionNode {
        guard let name = joiningFunction else {
            throw StoreError.unsupported(
                UnsupportedRequest(
                    "\(PredicatePrinter.format(node)) has a mean for each row of a group; fetch the sum and the count of the "
                        + "members, or group by the expression too"))
        }
        return .function(FunctionCall(name, [node]))
    }
}
