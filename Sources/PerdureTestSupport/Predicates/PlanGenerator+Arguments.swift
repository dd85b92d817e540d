// SPDX-License-Identifier: Apache-2.0
// Arguments of functions in random fetches, without those whose results nobody can compare. PlanGenerator.swift asks for them.

import PerdurePredicates

extension PlanGenerator {
    /// A number that a double has exactly: others would be equal in the result and have an order in the store.
    mutating func number(_ depth: Int) -> ExpressionNode {
        while true {
            let number = predicates.number(depth, scope)
            var isExact = true
            _ = number.rewritten { node in
                if case .constant(.integer(let value)) = node, value.magnitude > 1 << 50 { isExact = false }
                if case .keyPath(_, let keys) = node, keys.last == "number" { isExact = false }
                return nil
            }
            if isExact { return number }
        }
    }

    /// A text that is no constant: nobody asks for the greatest of equal texts.
    mutating func text() -> ExpressionNode {
        while true {
            let text = predicates.text(1, scope)
            guard case .constant = text else { return text }
        }
    }
}
