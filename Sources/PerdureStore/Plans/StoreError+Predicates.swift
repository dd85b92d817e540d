// SPDX-License-Identifier: Apache-2.0
// What stores of all kinds refuse in predicates, in the words of the evaluator.

import PerdurePredicates

extension StoreError {
    /// ANY or ALL of an expression that has one value.
    package static func noCollection(_ expression: ExpressionNode) -> StoreError {
        .unsupported(
            UnsupportedRequest(
                "The left hand side for an ALL or ANY operator must be a collection; "
                    + "\(PredicatePrinter.format(expression)) is none"))
    }
}
