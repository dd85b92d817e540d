// SPDX-License-Identifier: Apache-2.0
// Conditions behind WHERE and HAVING: what only has to be true or not needs no decision of its own, and
// indexes serve bare comparisons only. Used where selects are put together.

extension SQLExpression {
    /// The expression as a filter, for which unknown is as good as false.
    ///
    /// Below NOT the two differ, so that nothing changes there.
    var asFilter: SQLExpression {
        switch self {
        case .isTrue(let part): part.asFilter
        case .narrowed(let part, let candidates): .and([candidates.condition, part])
        case .and(let parts): .and(parts.map(\.asFilter))
        case .or(let parts): .or(parts.map(\.asFilter))
        case .binary(let left, .same, let right) where left.isConstant || right.isConstant:
            .binary(left, .equal, right)
        default: self
        }
    }

    /// Whether the expression is a bound value that is not NULL.
    private var isConstant: Bool {
        if case .value(let binding) = self { return binding != .null }
        return false
    }
}
