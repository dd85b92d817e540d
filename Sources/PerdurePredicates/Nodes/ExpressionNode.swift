// SPDX-License-Identifier: Apache-2.0
// Expressions as values. The parser makes them, the printer and the evaluator read them, stores
// translate them. NSExpression (Foundation/NSExpression.swift) is a thin class around one.
// Predicates, the other half of the tree, are in PredicateNode.swift.

import Foundation

/// One expression of the predicate language.
package indirect enum ExpressionNode: Sendable, Hashable {
    case constant(ConstantValue)
    /// SELF
    case evaluatedObject
    /// `$name`
    case variable(String)
    /// `a.b`, `items.@sum.price`, `$e.salary`, `SUBQUERY(…).@count`: keys read one after the other from a base.
    /// A key path on the evaluated object has `.evaluatedObject` as its base; collection operators are keys
    /// that start with "@".
    case keyPath(base: ExpressionNode, keys: [String])
    /// `base[index]`
    case index(base: ExpressionNode, ExpressionIndex)
    case function(FunctionCall)
    /// `{a, b, c}`
    case aggregate([ExpressionNode])
    case subquery(collection: ExpressionNode, variable: String, predicate: PredicateNode)
    /// `TERNARY(predicate, a, b)`
    case conditional(PredicateNode, ExpressionNode, ExpressionNode)
    case setOperation(SetOperation, ExpressionNode, ExpressionNode)
    /// `$name := expression`
    case assignment(variable: String, ExpressionNode)
    /// `FETCH(request, context, countOnly)`
    case fetch(request: ExpressionNode, context: ExpressionNode, countOnly: Bool)
    case anyKey
    case block(BlockExpression)

    package enum SetOperation: Sendable, Hashable { case union, intersect, minus }

    /// A key path on the evaluated object.
    package static func key(_ keys: String...) -> ExpressionNode {
        .keyPath(base: .evaluatedObject, keys: keys)
    }
}

/// The index between the brackets of `base[…]`.
package indirect enum ExpressionIndex: Sendable, Hashable {
    case expression(ExpressionNode)
    case first, last, size
}

/// A call of a predefined function (`add:to:`, arithmetic operators included), or of a selector on an operand.
package struct FunctionCall: Sendable, Hashable {
    /// The selector with its colons, for example "add:to:", "lowercase:", "castObject:toType:", "now".
    package var name: String
    /// The receiver of `FUNCTION(operand, "selector:", …)`; nil for a predefined function.
    package var operand: ExpressionNode?
    package var arguments: [ExpressionNode]

    package init(_ name: String, operand: ExpressionNode? = nil, _ arguments: [ExpressionNode]) {
        self.name = name
        self.operand = operand
        self.arguments = arguments
    }
}

/// A user's block that computes a value.
///
/// Equal only to itself.
package final class BlockExpression: @unchecked Sendable, Hashable {
    // Sendable because predicates are immutable; what the user's block captures is the user's duty, as on Apple's
    // systems.
    package let body: (Any?, [ExpressionNode], NSMutableDictionary?) -> Any?
    package let arguments: [ExpressionNode]

    package init(
        arguments: [ExpressionNode], body: @escaping (Any?, [ExpressionNode], NSMutableDictionary?) -> Any?
    ) {
        self.arguments = arguments
        self.body = body
    }

    package static func == (left: BlockExpression, right: BlockExpression) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
