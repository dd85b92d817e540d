// SPDX-License-Identifier: Apache-2.0
// The parts of an expression, and its value.

import Foundation
import PerdureBase

extension NSExpression {
    /// The value of a constant expression; nil for nil.
    ///
    /// Other kinds of expressions have no such value: asking them stops the process.
    public var constantValue: Any? {
        if case .constant(let value) = node { return value.anyValue }
        missing("constant value")
    }

    /// The key path of a key path expression, with dots between its keys.
    public var keyPath: String {
        if case .keyPath(_, let keys) = node { return keys.joined(separator: ".") }
        missing("key path")
    }

    /// The selector of a function expression.
    public var function: String {
        switch node {
        case .function(let call): return call.name
        case .index: return "objectFrom:withIndex:"
        default: missing("function")
        }
    }

    /// The name of a variable expression, without the dollar sign.
    public var variable: String {
        switch node {
        case .variable(let name), .assignment(let name, _), .subquery(_, let name, _): return name
        default: missing("variable")
        }
    }

    /// The operand of a function or key path expression; SELF unless another one was given.
    public var operand: NSExpression {
        switch node {
        case .keyPath(let base, _), .index(let base, _): return NSExpression(node: base)
        case .function(let call): return NSExpression(node: call.operand ?? .evaluatedObject)
        default: missing("operand")
        }
    }

    /// The arguments of a function or block expression; nil for other kinds.
    public var arguments: [NSExpression]? {
        switch node {
        case .function(let call): return call.arguments.map { NSExpression(node: $0) }
        case .block(let block): return block.arguments.map { NSExpression(node: $0) }
        case .index(let base, .expression(let index)):
            return [NSExpression(node: base), NSExpression(node: index)]
        default: return nil
        }
    }

    /// The expressions of an aggregate, the collection expression of a subquery.
    public var collection: Any {
        switch node {
        case .aggregate(let elements): return elements.map { NSExpression(node: $0) }
        case .subquery(let collection, _, _): return NSExpression(node: collection)
        default: missing("collection")
        }
    }

    /// The condition of a subquery or conditional expression.
    public var predicate: NSPredicate {
        switch node {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _):
            return NSPredicate.predicate(of: predicate)
        default: missing("predicate")
        }
    }

    /// The left side of a set expression.
    public var left: NSExpression {
        if case .setOperation(_, let left, _) = node { return NSExpression(node: left) }
        missing("left side")
    }

    /// The right side of a set expression.
    public var right: NSExpression {
        if case .setOperation(_, _, let right) = node { return NSExpression(node: right) }
        missing("right side")
    }

    /// The expression that a conditional expression gives when its predicate holds.
    public var `true`: NSExpression {
        if case .conditional(_, let yes, _) = node { return NSExpression(node: yes) }
        missing("true expression")
    }

    /// The expression that a conditional expression gives when its predicate does not hold.
    public var `false`: NSExpression {
        if case .conditional(_, _, let no) = node { return NSExpression(node: no) }
        missing("false expression")
    }

    private func missing(_ part: String) -> Never {
        CoreDataException.invalidArgument("the expression \(self) has no \(part); ask expressionType first")
            .stop()
    }
}

// MARK: - Evaluation

extension NSExpression {
    /// Computes the expression's value; stops the process if it cannot be computed.
    ///
    /// - Parameters:
    ///   - object: The evaluated object, SELF.
    ///   - context: The values of variables by name.
    /// - Returns: The value; numbers that were calculated are NSNumber.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        stopping { try expressionValue(validating: object, context: context) }
    }

    /// Computes the expression's value, or says why it cannot be computed.
    ///
    /// - Parameters:
    ///   - object: The evaluated object, SELF.
    ///   - context: The values of variables by name.
    /// - Returns: The value; numbers that were calculated are NSNumber.
    /// - Throws: `CoreDataException` for keys, variables and types that make a value impossible.
    public func expressionValue(validating object: Any?, context: NSMutableDictionary? = nil) throws -> Any? {
        var variables: [String: Any] = [:]
        for (key, value) in context ?? [:] { variables["\(key)"] = value }
        return try PredicateEvaluator().value(of: node, with: object, variables: variables)
    }
}
