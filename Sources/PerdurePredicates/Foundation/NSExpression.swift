// SPDX-License-Identifier: Apache-2.0
// NSExpression: a thin class around an ExpressionNode. Foundation's own on Linux cannot be constructed.
// Initialisers are in NSExpression+Making.swift, parts and evaluation in NSExpression+Parts.swift.

import Foundation

/// An expression of the predicate language: one side of a comparison, or a value that a fetch computes.
///
/// Expressions never change. Two expressions are equal when their trees are.
///
/// ```swift
/// let total = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "items.price")])
/// ```
///
/// ## Compatibility
/// Foundation on Linux declares a class of the same name that cannot be used; with `import CoreData` the name means this
/// one, also in files that import Foundation.
open class NSExpression: NSObject, NSCopying {
    /// The kinds of expressions.
    public enum ExpressionType: UInt, Sendable {
        /// A value.
        case constantValue = 0
        /// SELF.
        case evaluatedObject = 1
        /// A variable, `$name`.
        case variable = 2
        /// A key path.
        case keyPath = 3
        /// A function with its arguments; indexing is one.
        case function = 4
        /// The union of two collections.
        case unionSet = 5
        /// The intersection of two collections.
        case intersectSet = 6
        /// A collection without the members of another.
        case minusSet = 7
        /// The members of a collection for which a predicate holds.
        case subquery = 13
        /// A list of expressions.
        case aggregate = 14
        /// Any key.
        case anyKey = 15
        /// A block.
        case block = 19
        /// One of two expressions, chosen by a predicate.
        case conditional = 20
        /// A fetch request inside of an expression.
        ///
        /// ## Compatibility
        /// On Apple's systems this value exists as the constant NSFetchRequestExpressionType only.
        case fetchRequest = 50
    }

    /// The tree behind the class.
    package let node: ExpressionNode

    package init(node: ExpressionNode) { self.node = node }

    /// The kind of the expression.
    open var expressionType: ExpressionType {
        switch node {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable, .assignment: .variable
        case .keyPath: .keyPath
        case .function, .index: .function
        case .setOperation(.union, _, _): .unionSet
        case .setOperation(.intersect, _, _): .intersectSet
        case .setOperation(.minus, _, _): .minusSet
        case .subquery: .subquery
        case .aggregate: .aggregate
        case .anyKey: .anyKey
        case .block: .block
        case .conditional: .conditional
        case .fetch: .fetchRequest
        }
    }

    /// The expression's canonical text.
    open override var description: String { PredicatePrinter.format(node) }

    /// Whether another object is an expression with an equal tree.
    ///
    /// - Parameter object: The other object.
    /// - Returns: Whether the trees are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? NSExpression)?.node == node }

    /// A hash of the tree.
    open override var hash: Int { node.hashValue }

    /// Gives the expression itself: it never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: The expression.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
