// SPDX-License-Identifier: Apache-2.0
// `token > %@` in fetches for transactions (PRG-55): each transaction is compared with the token's number for its own store.

import Foundation
import Perdure
import PerdurePredicates

/// A comparison of transactions with a token.
struct HistoryTokenComparison {
    private let token: NSPersistentHistoryToken
    private let comparison: ComparisonNode.Comparison

    /// Reads a comparison; nil for a comparison of anything else.
    private init?(_ node: ComparisonNode) {
        guard node.qualifier == .direct else { return nil }
        let key = ExpressionNode.key("token")
        if node.left == key, let token = Self.token(node.right) {
            (self.token, comparison) = (token, node.comparison)
        } else if node.right == key, let token = Self.token(node.left),
            let mirrored = node.comparison.mirrored
        {
            (self.token, comparison) = (token, mirrored)
        } else {
            return nil
        }
        guard comparison.mirrored != nil else { return nil }
    }

    private static func token(_ node: ExpressionNode) -> NSPersistentHistoryToken? {
        guard case .constant(.object(let box)) = node else { return nil }
        return box.object as? NSPersistentHistoryToken
    }

    /// The predicate with each such comparison replaced by a node that tests the transactions.
    static func replacing(in node: PredicateNode) -> PredicateNode {
        switch node {
        case .comparison(let comparison): HistoryTokenComparison(comparison)?.node ?? node
        case .and(let parts): .and(parts.map(replacing))
        case .or(let parts): .or(parts.map(replacing))
        case .not(let part): .not(replacing(in: part))
        case .truth, .opaque: node
        }
    }

    private var node: PredicateNode {
        .opaque(
            OpaquePredicate(
                NSPredicate { record, _ in
                    (record as? NSPersistentHistoryTransaction).map(holds) ?? false
                }))
    }

    /// Whether a transaction satisfies the comparison; all transactions of a store unknown to the token come after the token.
    private func holds(_ transaction: NSPersistentHistoryTransaction) -> Bool {
        let number = transaction.transactionNumber
        let bound = token.number(of: transaction.storeID) ?? 0
        switch comparison {
        case .lessThan: return number < bound
        case .lessThanOrEqual: return number <= bound
        case .greaterThan: return number > bound
        case .greaterThanOrEqual: return number >= bound
        case .notEqual: return number != bound
        default: return number == bound
        }
    }
}

extension ComparisonNode.Comparison {
    /// The comparison with its sides exchanged; nil for an operator other than order and equality.
    fileprivate var mirrored: Self? {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEqual: .greaterThanOrEqual
        case .greaterThan: .lessThan
        case .greaterThanOrEqual: .lessThanOrEqual
        case .equal, .notEqual: self
        default: nil
        }
    }
}
