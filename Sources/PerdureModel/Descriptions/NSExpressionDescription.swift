// SPDX-License-Identifier: Apache-2.0
// A computed column of a request for dictionaries, or an element of an index.

import Foundation
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// A named expression whose value a request for dictionaries returns.
///
/// An expression description is no property of an entity: only requests (`propertiesToFetch`) and index elements use it.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    private var expressionFacts = Facts() { willSet { seal.requireOpen() } }

    private struct Facts {
        var expression: NSExpression?
        var resultType = NSAttributeType.undefinedAttributeType
    }

    /// The expression to compute.
    open var expression: NSExpression? {
        get { expressionFacts.expression }
        set { expressionFacts.expression = newValue }
    }

    /// The type of the result; undefined in a new description.
    open var expressionResultType: NSAttributeType {
        get { expressionFacts.resultType }
        set { expressionFacts.resultType = newValue }
    }

    /// The type of the result, in the spelling for Swift.
    open var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
        set { expressionResultType = newValue.rawValue }
    }

    override func makeEmpty() -> NSPropertyDescription { NSExpressionDescription() }

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        if let other = other as? NSExpressionDescription { expressionFacts = other.expressionFacts }
    }
}
