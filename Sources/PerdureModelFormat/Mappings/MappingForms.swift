// SPDX-License-Identifier: Apache-2.0
// The expressions that tools write into mappings, as trees: names need no quoting.

import PerdurePredicates

/// Makes the expressions that a migration manager evaluates.
package enum MappingForms {
    /// The predicate of all objects.
    package static let everything = "TRUEPREDICATE"

    /// The objects of exactly one source entity that satisfy a predicate.
    package static func fetch(_ entity: String, where predicate: String = everything) -> ExpressionNode {
        let request = call(
            "fetchRequestForSourceEntityNamed:predicateString:", on: "manager",
            [text(entity), text(predicate)])
        let context = ExpressionNode.keyPath(base: .variable("manager"), keys: ["sourceContext"])
        return .fetch(request: request, context: context, countOnly: false)
    }

    /// A key path on the source object.
    package static func source(_ keys: String...) -> ExpressionNode {
        .keyPath(base: .variable("source"), keys: keys)
    }

    /// The objects that one mapping has made of source objects.
    package static func destinations(ofMapping name: String, _ sources: ExpressionNode) -> ExpressionNode {
        call(
            "destinationInstancesForEntityMappingNamed:sourceInstances:", on: "manager",
            [text(name), sources]
        )
    }

    /// The objects that any mapping has made of the members of a source relationship.
    package static func destinations(ofRelationship name: String, _ members: ExpressionNode)
        -> ExpressionNode
    {
        call(
            "destinationInstancesForSourceRelationshipNamed:sourceInstances:", on: "manager",
            [text(name), members])
    }

    /// A call on a variable.
    package static func call(_ name: String, on variable: String, _ arguments: [ExpressionNode])
        -> ExpressionNode
    {
        .function(FunctionCall(name, operand: .variable(variable), arguments))
    }

    /// A text.
    package static func text(_ text: String) -> ExpressionNode { .constant(.string(text)) }
}
