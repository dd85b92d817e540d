// SPDX-License-Identifier: Apache-2.0
// Expressions as values. The parser makes them, the printer and the evaluator read them, stores
// translate them. NSExpression (Foundation/NSExpression.swift) is a thin class around one.
// Predicates, the other half of the tree, are in PredicateNode.swift.

import Foundation

/// One expression of the predicate language.
///
/// Plans of fetches hold it for store engines; programs use `NSPredicate` and `NSExpression`.
///
/// ## Stability
/// May change in any version before 0.1.0.
public indirect enum ExpressionNode: Sendable, Hashable {
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

    /// What becomes of two collections.
    public enum SetOperation: Sendable, Hashable { case union, intersect, minus }

    /// A key path on the evaluated object.
    public static func key(_ keys: String...) -> ExpressionNode {
        .keyPath(base: .evaluatedObject, keys: keys)
    }
}

/// The index between the brackets of `base[…]`.
public indirect enum ExpressionIndex: Sendable, Hashable {
    case expression(ExpressionNode)
    case first, last, size
}

/// A call of a predefined function (`add:to:`, arithmetic operators included), or of a selector on an operand.
public struct FunctionCall: Sendable, Hashable {
    /// The selector with its colons, for example "add:to:", "lowercase:", "castObject:toType:", "now".
    public var name: String
    /// The receiver of `FUNCTION(operand, "selector:", …)`; nil for a predefined function.
    public var operand: ExpressionNode?
    /// The arguments, in their order.
    public var arguments: [ExpressionNode]

    /// Makes a call.
    public init(_ name: String, operand: ExpressionNode? = nil, _ arguments: [ExpressionNode]) {
        self.name = name
        self.operand = operand
        self.arguments = arguments
    }
}

/// A user's block that computes a value.
///
/// Equal only to itself.
public final class BlockExpression: @unchecked Sendable, Hashable {
    // Sendable because predicates are immutable; what the user's block captures is the user's duty, as on Apple's
    // systems.
    /// The block: the evaluated object, the arguments and the variables give the value.
    public let body: (Any?, [ExpressionNode], NSMutableDictionary?) -> Any?
    /// What the block is called with.
    public let arguments: [ExpressionNode]

    /// Holds a block.
    public init(
        arguments: [ExpressionNode], body: @escaping (Any?, [ExpressionNode], NSMutableDictionary?) -> Any?
    ) {
        self.arguments = arguments
        self.body = body
    }

    /// Whether both are the same object.
    public static func == (left: BlockExpression, right: BlockExpression) -> Bool { left === right }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
