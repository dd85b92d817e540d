// SPDX-License-Identifier: Apache-2.0
// Evaluates trees over plain values and objects: the reference for what stores answer. Predicates are in
// Evaluation+Predicates.swift, expressions in Evaluation+Expressions.swift.

import Foundation

/// Evaluates predicates and expressions over plain values and objects.
package struct PredicateEvaluator: Sendable {
    package let nullSemantics: NullSemantics

    package init(nullSemantics: NullSemantics = .foundation) { self.nullSemantics = nullSemantics }

    /// Whether a predicate holds; an unknown one does not.
    ///
    /// - Parameters:
    ///   - node: The predicate. One that is evaluated often should be prepared first.
    ///   - object: SELF.
    ///   - variables: The values of `$name`.
    /// - Returns: Whether it holds.
    /// - Throws: CoreDataException for keys, variables, types and patterns that make an answer impossible.
    package func evaluate(
        _ node: PredicateNode, with object: Any?, variables: [String: Any] = [:]
    ) throws -> Bool {
        let evaluation = Evaluation(object: object, variables: variables, nullSemantics: nullSemantics)
        return try evaluation.truth(of: node) ?? false
    }

    /// The value of an expression.
    ///
    /// - Parameters:
    ///   - node: The expression.
    ///   - object: SELF.
    ///   - variables: The values of `$name`.
    /// - Returns: The value; numbers that were calculated are NSNumber.
    /// - Throws: CoreDataException for keys, variables and types that make a value impossible.
    package func value(
        of node: ExpressionNode, with object: Any?, variables: [String: Any] = [:]
    ) throws -> Any? {
        try Evaluation(object: object, variables: variables, nullSemantics: nullSemantics).value(of: node)
    }
}

/// One evaluation, with the values of SELF and the variables.
struct Evaluation {
    let object: Any?
    /// The object as `KeyValueReadable`, cast once and not for every key.
    let readable: (any KeyValueReadable)?
    var variables: [String: Any]
    let nullSemantics: NullSemantics

    init(object: Any?, variables: [String: Any], nullSemantics: NullSemantics) {
        self.object = object
        readable = object as? any KeyValueReadable
        self.variables = variables
        self.nullSemantics = nullSemantics
    }
}
