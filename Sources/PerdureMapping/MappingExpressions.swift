// SPDX-License-Identifier: Apache-2.0
// The expressions of inferred mappings, as trees: names need no quoting.

import PerdurePredicates

import class PerdurePredicates.NSExpression

/// Makes the expressions that a migration manager evaluates.
enum MappingExpressions {
    /// All objects of exactly one source entity.
    static func fetch(_ entity: String) -> NSExpression {
        let request = call(
            "fetchRequestForSourceEntityNamed:predicateString:", on: "manager",
            [text(entity), text("TRUEPREDICATE")])
        let context = ExpressionNode.keyPath(base: .variable("manager"), keys: ["sourceContext"])
        return NSExpression(node: .fetch(request: request, context: context, countOnly: false))
    }

    /// The value that an attribute had.
    static func value(_ name: String) -> NSExpression { NSExpression(node: read(name)) }

    /// The objects that the members of a relationship have become.
    static func members(_ name: String) -> NSExpression {
        NSExpression(
            node: call(
                "destinationInstancesForSourceRelationshipNamed:sourceInstances:", on: "manager",
                [text(name), read(name)]))
    }

    private static func read(_ name: String) -> ExpressionNode {
        call("valueForKey:", on: "source", [text(name)])
    }

    private static func call(_ name: String, on variable: String, _ arguments: [ExpressionNode])
        -> ExpressionNode
    {
        .function(FunctionCall(name, operand: .variable(variable), arguments))
    }

    private static func text(_ text: String) -> ExpressionNode { .constant(.string(text)) }
}
