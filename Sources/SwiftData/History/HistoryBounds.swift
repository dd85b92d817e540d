// SPDX-License-Identifier: Apache-2.0
// The token behind which a predicate looks for transactions: only those are read, and a token whose transactions are deleted is
// an error.

import Foundation

/// Where the transactions of a predicate begin.
enum HistoryBounds {
    /// The token that all matching transactions come after; nil where the predicate names none.
    static func start<T>(of predicate: Predicate<T>?) -> DefaultHistoryToken? {
        guard let predicate else { return nil }
        func token(_ expression: some PredicateExpression<Bool>) -> DefaultHistoryToken? {
            (expression as? any HistoryBounding)?.start
        }
        return token(predicate.expression)
    }
}

/// A part of a predicate that may say where its transactions begin.
private protocol HistoryBounding {
    var start: DefaultHistoryToken? { get }
}

extension PredicateExpressions.Comparison: HistoryBounding {
    fileprivate var start: DefaultHistoryToken? {
        switch op {
        case .greaterThan: (rhs as? PredicateExpressions.Value<DefaultHistoryToken>)?.value
        case .lessThan: (lhs as? PredicateExpressions.Value<DefaultHistoryToken>)?.value
        default: nil
        }
    }
}

extension PredicateExpressions.Conjunction: HistoryBounding {
    fileprivate var start: DefaultHistoryToken? {
        (lhs as? any HistoryBounding)?.start ?? (rhs as? any HistoryBounding)?.start
    }
}
