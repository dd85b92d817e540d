// SPDX-License-Identifier: Apache-2.0
// NSComparisonPredicate: a predicate object around a ComparisonNode. Foundation's own on Linux cannot be
// constructed. Compounds are in CompoundTreePredicate.swift.

import Foundation
import PerdureBase

/// A predicate that compares two expressions.
///
/// It never changes; two are equal when their trees are.
///
/// ```swift
/// let grown = NSComparisonPredicate(
///     leftExpression: NSExpression(forKeyPath: "age"), rightExpression: NSExpression(forConstantValue: 18),
///     modifier: .direct, type: .greaterThanOrEqualTo)
/// ```
///
/// ## Compatibility
/// Foundation on Linux declares a class of the same name that cannot be used; with `import CoreData` the name means this
/// one, also in files that import Foundation. Custom selectors are not supported.
open class NSComparisonPredicate: NSPredicate, TreePredicate {
    /// The operator of a comparison.
    public enum Operator: UInt, Sendable {
        /// `<`
        case lessThan = 0
        /// `<=`
        case lessThanOrEqualTo
        /// `>`
        case greaterThan
        /// `>=`
        case greaterThanOrEqualTo
        /// `==`
        case equalTo
        /// `!=`
        case notEqualTo
        /// A regular expression for the whole string.
        case matches
        /// A pattern with `?` and `*` for the whole string.
        case like
        /// A prefix.
        case beginsWith
        /// A suffix.
        case endsWith
        /// Membership in the right side.
        case `in`
        /// A method of the left side; here such predicates can be neither made nor evaluated.
        case customSelector
        /// Membership in the left side.
        case contains = 99
        /// A value between two bounds, both included.
        case between
    }

    /// How many members of the left side the comparison is about.
    public enum Modifier: UInt, Sendable {
        /// The left side itself.
        case direct = 0
        /// Every member.
        case all
        /// At least one member.
        case any
    }

    /// How strings are compared.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `[c]`: without regard to case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: without regard to diacritics.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: byte by byte; the other options have no effect then.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: by the current locale.
        public static let localeSensitive = Options(rawValue: 8)
    }

    /// The tree behind the class.
    let comparisonNode: ComparisonNode
    let prepared = PreparedTree()

    init(node: ComparisonNode) {
        comparisonNode = node
        super.init(value: true)
    }

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - lhs: The left side.
    ///   - rhs: The right side.
    ///   - modifier: How many members of the left side it is about.
    ///   - type: The operator.
    ///   - options: How strings are compared.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
        type: Operator, options: Options = []
    ) {
        comparisonNode = ComparisonNode(
            lhs.node, Self.comparison(type), rhs.node, qualifier: Self.qualifier(modifier),
            options: ComparisonOptions(rawValue: options.rawValue))
        super.init(value: true)
    }

    private static func comparison(_ type: Operator) -> ComparisonNode.Comparison {
        guard type != .customSelector, let comparison = ComparisonNode.Comparison(rawValue: type.rawValue)
        else {
            CoreDataException.invalidArgument("comparisons by a custom selector are not supported").stop()
        }
        return comparison
    }

    private static func qualifier(_ modifier: Modifier) -> ComparisonNode.Qualifier {
        switch modifier {
        case .direct: .direct
        case .all: .all
        case .any: .any
        }
    }

    var tree: PredicateNode { .comparison(comparisonNode) }

    /// The left side.
    open var leftExpression: NSExpression { NSExpression(node: comparisonNode.left) }
    /// The right side.
    open var rightExpression: NSExpression { NSExpression(node: comparisonNode.right) }
    /// The operator.
    open var predicateOperatorType: Operator {
        Operator(rawValue: comparisonNode.comparison.rawValue) ?? .customSelector
    }
    /// How many members of the left side the comparison is about.
    open var comparisonPredicateModifier: Modifier {
        Modifier(rawValue: comparisonNode.qualifier.rawValue) ?? .direct
    }
    /// How strings are compared.
    open var options: Options { Options(rawValue: comparisonNode.options.rawValue) }

    // MARK: - NSPredicate

    /// The canonical text.
    open override var predicateFormat: String { treeFormat }
    /// The canonical text.
    open override var description: String { treeFormat }

    /// Whether the predicate holds for an object; stops the process if it cannot be evaluated.
    ///
    /// - Parameter object: The evaluated object, SELF.
    /// - Returns: Whether it holds.
    open override func evaluate(with object: Any?) -> Bool { evaluateTree(object, nil) }

    /// Whether the predicate holds for an object; stops the process if it cannot be evaluated.
    ///
    /// - Parameters:
    ///   - object: The evaluated object, SELF.
    ///   - bindings: The values of variables by name.
    /// - Returns: Whether it holds.
    open override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        evaluateTree(object, bindings)
    }

    /// Whether another object is a predicate with an equal tree.
    ///
    /// - Parameter object: The other object.
    /// - Returns: Whether the trees are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? NSPredicate)?.node == tree }
    /// A hash of the tree.
    open override var hash: Int { tree.hashValue }
    /// Gives the predicate itself: it never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: The predicate.
    open override func copy(with zone: NSZone? = nil) -> Any { self }
}
