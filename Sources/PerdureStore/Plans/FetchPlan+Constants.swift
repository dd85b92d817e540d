// SPDX-License-Identifier: Apache-2.0
// Replaces the constants of a plan, wherever it has expressions: the planner turns objects into references for each store.

import PerdurePredicates

extension FetchPlan {
    /// The plan with other constants in its predicate, its columns and its groups.
    ///
    /// - Parameter change: gives what a constant becomes.
    /// - Returns: the changed plan.
    /// - Throws: what `change` throws.
    package func mapConstants(_ change: (ConstantValue) throws -> ConstantValue) rethrows -> FetchPlan {
        var plan = self
        plan.predicate = try predicate?.mapConstants(change)
        guard case .tuples(var shape) = shape else { return plan }
        for index in shape.columns.indices {
            shape.columns[index].expression = try shape.columns[index].expression.mapConstants(change)
        }
        shape.groupBy = try shape.groupBy.map { try $0.mapConstants(change) }
        shape.having = try shape.having?.mapConstants(change)
        plan.shape = .tuples(shape)
        return plan
    }
}
