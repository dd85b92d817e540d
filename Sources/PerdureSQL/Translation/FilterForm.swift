// SPDX-License-Identifier: Apache-2.0
// Conditions in WHERE and HAVING, where unknown counts as false: a test for true can be dropped, and indexes work only for
// bare comparisons. Used by the makers of selects.

extension SQLExpression {
    /// The expression as a filter, in which unknown counts as false.
    ///
    /// Below NOT unknown and false differ, so the conversion does not descend into NOT.
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
