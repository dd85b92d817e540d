// SPDX-License-Identifier: Apache-2.0
// The expressions of inferred mappings.

import PerdureModelFormat
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// Makes the expressions that a migration manager evaluates.
enum MappingExpressions {
    /// All objects of exactly one source entity.
    static func fetch(_ entity: String) -> NSExpression { NSExpression(node: MappingForms.fetch(entity)) }

    /// The value that an attribute had.
    static func value(_ name: String) -> NSExpression { NSExpression(node: read(name)) }

    /// The objects that the members of a relationship have become.
    static func members(_ name: String) -> NSExpression {
        NSExpression(node: MappingForms.destinations(ofRelationship: name, read(name)))
    }

    private static func read(_ name: String) -> ExpressionNode {
        MappingForms.call("valueForKey:", on: "source", [MappingForms.text(name)])
    }
}
