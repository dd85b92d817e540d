// SPDX-License-Identifier: Apache-2.0
// Predicates as values; expressions are in ExpressionNode.swift. NSPredicate's subclasses
// (Foundation/) are thin classes around one of these.

import Foundation

/// One predicate of the predicate language.
package indirect enum PredicateNode: Sendable, Hashable {
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
package struct ComparisonNode: Sendable, Hashable {
    package var left: ExpressionNode
    package var comparison: Comparison
    package var right: ExpressionNode
    package var qualifier: Qualifier
    package var options: ComparisonOptions

    package init(
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
    package enum Comparison: UInt, Sendable, Hashable {
        case lessThan = 0, lessThanOrEqual, greaterThan, greaterThanOrEqual, equal, notEqual
        case matches, like, beginsWith, endsWith, isIn, customSelector
        case contains = 99
        case between = 100
    }

    /// Raw values are those of NSComparisonPredicate.Modifier.
    ///
    /// NONE is parsed as NOT ANY.
    package enum Qualifier: UInt, Sendable, Hashable { case direct = 0, all, any }
}

/// The letters in brackets behind an operator; raw values are those of NSComparisonPredicate.Options.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let caseInsensitive = ComparisonOptions(rawValue: 1)
    package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    package static let normalized = ComparisonOptions(rawValue: 4)
    package static let localeSensitive = ComparisonOptions(rawValue: 8)
}

/// Holds a predicate that cannot be taken apart.
///
/// Equal only to itself.
package final class OpaquePredicate: @unchecked Sendable, Hashable {
    // Sendable because NSPredicate is immutable; a block's captures are its author's duty.
    package let predicate: NSPredicate

    package init(_ predicate: NSPredicate) { self.predicate = predicate }

    package static func == (left: OpaquePredicate, right: OpaquePredicate) -> Bool {
        left.predicate === right.predicate
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(predicate)) }
}
