// SPDX-License-Identifier: Apache-2.0
// The order of numbers without a sign. Rows have the bits of such a number of 64 bits as an integer, so the negative ones
// stand for the numbers above Int64.max. Part of Term+Comparing.swift.

import Foundation

extension Term {
    /// Whether the part is a captured UInt64 or UInt: the other side of a comparison is of the same type.
    var isUnsigned: Bool {
        guard case .constant(let value?) = meaning else { return false }
        return ConstantValue.unsigned(value) != nil
    }

    /// `node < right` and its kin.
    static func order(
        _ node: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ right: Term
    ) throws -> PredicateNode {
        let constant = try right.asExpression()
        let plain = PredicateNode.comparison(ComparisonNode(node, comparison, constant))
        guard right.isUnsigned, case .constant(.integer(let bits)) = constant else { return plain }
        let zero = ExpressionNode.constant(.integer(0))
        let isLess = comparison == .lessThan || comparison == .lessThanOrEqual
        // Signs decide where they differ.
        let half = PredicateNode.comparison(
            ComparisonNode(node, isLess ? .greaterThanOrEqual : .lessThan, zero))
        return isLess == (bits < 0) ? .any([half, plain]) : .all([half, plain])
    }
}
