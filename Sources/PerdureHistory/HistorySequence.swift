// SPDX-License-Identifier: Apache-2.0
// Orders transactions from several stores, and computes the token after each transaction. The code does not access the stores:
// their newer transactions are in no result, so no token may come after them.

import PerdureStore

/// The part of one store's history that was read, in one read view of the store.
package struct HistoryPart: Sendable {
    /// The identifier of the store.
    let identifier: String
    let range: HistoryRange
    /// The transactions, oldest first.
    let transactions: [HistoryTransaction]

    package init(identifier: String, range: HistoryRange, transactions: [HistoryTransaction]) {
        self.identifier = identifier
        self.range = range
        self.transactions = transactions
    }

    /// The number before the first of the transactions.
    fileprivate var start: Int64 { transactions.first.map { max($0.number, 1) - 1 } ?? range.newest }
}

/// The transactions of several stores in one order.
package enum HistorySequence {
    /// A transaction in the order.
    package struct Element: Sendable {
        /// The index of the store's part.
        package let part: Int
        package let transaction: HistoryTransaction
        /// The position after this transaction: the store's identifier → the number of its last transaction so far.
        package let numbers: [String: Int64]
    }

    /// Orders transactions by time; transactions of one store keep their order, even where a clock went back.
    ///
    /// - Parameters:
    ///   - parts: The history that was read from each store.
    ///   - numbers: The position in the request's token; it is kept for stores that were not read.
    /// - Returns: The transactions. A fetch from the position of any of them returns every transaction after it in this order,
    ///   and none before it.
    package static func interleaved(_ parts: [HistoryPart], after numbers: [String: Int64]) -> [Element] {
        var numbers = numbers
        for part in parts { numbers[part.identifier] = part.start }
        return order(parts).map { place in
            let part = parts[place.part]
            let transaction = part.transactions[place.index]
            numbers[part.identifier] = transaction.number
            return Element(part: place.part, transaction: transaction, numbers: numbers)
        }
    }

    private typealias Place = (time: Double, part: Int, index: Int)

    private static func order(_ parts: [HistoryPart]) -> [Place] {
        let places = parts.enumerated().flatMap { number, part in
            var latest = -Double.infinity
            return part.transactions.enumerated().map { index, transaction -> Place in
                latest = max(latest, transaction.timestamp)
                return (latest, number, index)
            }
        }
        return parts.count > 1 ? places.sorted { $0 < $1 } : places
    }
}
