// SPDX-License-Identifier: Apache-2.0
// The ways to make an expression: from text, or part by part.

import Foundation
import PerdureBase

extension NSExpression {
    /// Reads an expression from text; stops the process if the text is invalid.
    ///
    /// Use `init(validating:arguments:)` for text that comes from outside the program.
    ///
    /// - Parameters:
    ///   - expressionFormat: The text.
    ///   - args: Values for `%@`, `%K` and the numeric forms.
    public convenience init(format expressionFormat: String, _ args: Any?...) {
        self.init(format: expressionFormat, arguments: args)
    }

    /// Reads an expression from text; stops the process if the text is invalid.
    ///
    /// - Parameters:
    ///   - expressionFormat: The text.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(format: expressionFormat, arguments: arguments)
    }

    /// Reads an expression from text that may be wrong.
    ///
    /// - Parameters:
    ///   - expressionFormat: The text.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms.
    /// - Throws: `CoreDataException` (`NSInvalidArgumentException`) that says what is wrong and where.
    public convenience init(validating expressionFormat: String, arguments: [Any?] = []) throws {
        let constants = arguments.map { ConstantValue(given: $0) }
        self.init(node: try PredicateParser.parseExpression(expressionFormat, arguments: constants))
    }

    private convenience init(format: String, arguments: [Any?]) {
        let constants = arguments.map { ConstantValue(given: $0) }
        self.init(node: stopping { try PredicateParser.parseExpression(format, arguments: constants) })
    }

    /// Makes an expression that is a value.
    public convenience init(forConstantValue value: Any?) {
        self.init(node: .constant(ConstantValue(given: value)))
    }

    /// Gives the expression SELF.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(node: .evaluatedObject) }

    /// Gives the expression that stands for any key.
    public class func expressionForAnyKey() -> NSExpression { NSExpression(node: .anyKey) }

    /// Makes an expression that is a variable; its name is written without the dollar sign.
    public convenience init(forVariable string: String) { self.init(node: .variable(string)) }

    /// Makes an expression that reads a key path of the evaluated object.
    public convenience init(forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".").map(String.init)
        self.init(node: keys.isEmpty ? .evaluatedObject : .keyPath(base: .evaluatedObject, keys: keys))
    }

    /// Makes an expression of a Swift key path; stops the process if no table of generated code names it.
    ///
    /// - Parameter keyPath: A property of a class that macros or generated code describe.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        let keys = stopping { try keyPath.propertyKeys() }
        self.init(node: keys.isEmpty ? .evaluatedObject : .keyPath(base: .evaluatedObject, keys: keys))
    }

    /// Makes a call of a predefined function; stops the process if there is none of this name.
    ///
    /// - Parameters:
    ///   - name: The function's selector, such as "add:to:".
    ///   - parameters: Expressions, or values that stand for themselves.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        let selector = stopping {
            guard let selector = PredefinedFunction.selector(name),
                PredefinedFunction.accepts(selector, count: parameters.count)
            else {
                throw CoreDataException.invalidArgument(
                    "Unable to parse function name '\(name)' into supported selector (\(name)) with "
                        + "\(parameters.count) arguments")
            }
            return selector
        }
        self.init(node: .function(FunctionCall(selector, parameters.map(Self.node))))
    }

    /// Makes a call of a method.
    ///
    /// - Parameters:
    ///   - target: The receiver.
    ///   - name: The method's selector.
    ///   - parameters: Expressions, or values that stand for themselves.
    ///
    /// ## Compatibility
    /// Only properties of strings and keys of managed objects can be called, never arbitrary methods.
    public convenience init(
        forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?
    ) {
        let arguments = (parameters ?? []).map(Self.node)
        self.init(node: .function(FunctionCall(name, operand: target.node, arguments)))
    }

    /// Makes a list of expressions.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(node: .aggregate(subexpressions.map(Self.node)))
    }

    /// Makes the union of two collections.
    ///
    /// - Parameters:
    ///   - left: A collection.
    ///   - right: Another.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(node: .setOperation(.union, left.node, right.node))
    }

    /// Makes the intersection of two collections.
    ///
    /// - Parameters:
    ///   - left: A collection.
    ///   - right: Another.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(node: .setOperation(.intersect, left.node, right.node))
    }

    /// Makes a collection without the members of another.
    ///
    /// - Parameters:
    ///   - left: A collection.
    ///   - right: The members to leave out.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(node: .setOperation(.minus, left.node, right.node))
    }

    /// Makes a subquery: the members of a collection for which a predicate holds.
    ///
    /// - Parameters:
    ///   - expression: The collection.
    ///   - variable: The name under which the predicate knows the member, without the dollar sign.
    ///   - predicate: The condition; its keys without a prefix are those of the outer object.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(node: .subquery(collection: expression.node, variable: variable, predicate: predicate.node))
    }

    /// Makes an expression that is one of two others.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - trueExpression: The value when the predicate holds.
    ///   - falseExpression: The value otherwise.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(node: .conditional(predicate.node, trueExpression.node, falseExpression.node))
    }

    /// Makes an expression that a block computes; it can be evaluated in memory only.
    ///
    /// - Parameters:
    ///   - block: Gets the evaluated object, the values' expressions, and the variables.
    ///   - arguments: The expressions given to the block.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        let nodes = (arguments ?? []).map(\.node)
        let body = BlockExpression(arguments: nodes) { object, nodes, context in
            block(object, nodes.map { NSExpression(node: $0) }, context)
        }
        self.init(node: .block(body))
    }

    private static func node(_ argument: Any) -> ExpressionNode {
        (argument as? NSExpression)?.node ?? .constant(ConstantValue(given: argument))
    }
}

/// Runs a body in an API that cannot throw; an error is the program's fault, and stops the process.
func stopping<Value>(_ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch let exception as CoreDataException {
        exception.stop()
    } catch {
        CoreDataException.internalInconsistency("\(error)").stop()
    }
}
