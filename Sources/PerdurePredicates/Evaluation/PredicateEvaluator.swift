// SPDX-License-Identifier: Apache-2.0
import Foundation
/// Evaluates predicates and expressions over plain values and objects.
package struct PredicateEvaluator: Sendable {
    package let nullSemantics: NullSemantics
    package init(nullSemantics: NullSemantics = .foundation) { self.nullSemantics = nullSemantics }
    /// Whether the predicate holds; an unknown result is false.
    package func evaluate(_ node: PredicateNode, with object: Any?, variables: [String: Any] = [:]) throws -> Bool { false }
    /// The value of an expression.
    package func value(of node: ExpressionNode, with object: Any?, variables: [String: Any] = [:]) throws -> Any? { nil }
}
