// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An expression of the predicate language.
open class NSExpression: NSObject, NSCopying {
    /// The value behind the class.
    package let node: ExpressionNode
    package init(node: ExpressionNode) { self.node = node }
    /// Gives the expression itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
