// SPDX-License-Identifier: Apache-2.0
// Predicates as values; expressions are in ExpressionNode.swift. NSPredicate's subclasses
// (Foundation/) are thin classes around one of these.

import Foundation

/// One predicate of the predicate language.
///
/// Plans of fetches hold it for store engines; programs use `NSPredicate` and `NSExpression`.
///
/// ## Stability
/// May change in any version before 0.1.0.
public indirect enum PredicateNode: Sendable, Hashable {
    /// TRUEPREDICATE, FALSEPREDICATE
    case truth(Bool)
    case comparison(ComparisonNode)
    case and([PredicateNode])
    case or([PredicateNode])
    case not(PredicateNode)
    /// A predicate that only its own class can evaluate: a block, or a user's subclass of NSPredicate.
    case opaque(OpaquePredicate)
}

/// `left operator right`, with its qualifier and options.
public struct ComparisonNode: Sendable, Hashable {
    /// The left side.
    public var left: ExpressionNode
    /// The operator.
    public var comparison: Comparison
    /// The right side.
    public var right: ExpressionNode
    /// Whether the left side is one value, or which of many values must fit.
    public var qualifier: Qualifier
    /// The letters in brackets behind the operator.
    public var options: ComparisonOptions

    /// Makes a comparison.
    public init(
        _ left: ExpressionNode, _ comparison: Comparison, _ right: ExpressionNode,
        qualifier: Qualifier = .direct, options: ComparisonOptions = []
    ) {
        self.left = left
        self.comparison = comparison
        self.right = right
        self.qualifier = qualifier
        self.options = options
    }

    /// Raw values are those of NSComparisonPredicate.Operator.
    public enum Comparison: UInt, Sendable, Hashable {
        case lessThan = 0, lessThanOrEqual, greaterThan, greaterThanOrEqual, equal, notEqual
        case matches, like, beginsWith, endsWith, isIn, customSelector
        case contains = 99
        case between = 100
    }

    /// Raw values are those of NSComparisonPredicate.Modifier.
    ///
    /// NONE is parsed as NOT ANY.
    public enum Qualifier: UInt, Sendable, Hashable { case direct = 0, all, any }
}

/// The letters in brackets behind an operator; raw values are those of NSComparisonPredicate.Options.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt
    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `[c]`: without regard to case.
    public static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`: without regard to diacritics.
    public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the texts are compared as they are.
    public static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: by the rules of the locale.
    public static let localeSensitive = ComparisonOptions(rawValue: 8)
}

/// Holds a predicate that cannot be taken apart.
///
/// Equal only to itself.
public final class OpaquePredicate: @unchecked Sendable, Hashable {
    // Sendable because NSPredicate is immutable; a block's captures are its author's duty.
    /// The predicate.
    public let predicate: NSPredicate

    /// Holds a predicate.
    public init(_ predicate: NSPredicate) { self.predicate = predicate }

    /// Whether both hold the same object.
    public static func == (left: OpaquePredicate, right: OpaquePredicate) -> Bool {
        left.predicate === right.predicate
    }
    /// Hashes the identity of the predicate.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(predicate)) }
}
