// SPDX-License-Identifier: Apache-2.0
// Puts what was read of several stores into one order, with the place behind each transaction. Nothing is asked of the
// stores here: what they have got since they were read stands in no result, so no place may lie behind it.

import PerdureStore

/// What was read of one store's history, in one state of it.
package struct HistoryPart: Sendable {
    /// The store's.
    let identifier: String
    let range: HistoryRange
    /// Oldest first.
    let transactions: [HistoryTransaction]

    package init(identifier: String, range: HistoryRange, transactions: [HistoryTransaction]) {
        self.identifier = identifier
        self.range = range
        self.transactions = transactions
    }

    /// The number that all of the transactions follow.
    fileprivate var start: Int64 { transactions.first.map { max($0.number, 1) - 1 } ?? range.newest }
}

/// The transactions of several stores in one order.
package enum HistorySequence {
    /// A transaction in the order.
    package struct Element: Sendable {
        /// The index of the store's part.
        package let part: Int
        package let transaction: HistoryTransaction
        /// The store's identifier → the number of its last transaction up to here.
        package let numbers: [String: Int64]
    }

    /// Orders transactions by their time; those of one store stay in their order, also where a clock went back.
    ///
    /// - Parameters:
    ///   - parts: What was read of each store.
    ///   - numbers: The place that was asked for; it stays as it is for stores that were not read.
    /// - Returns: The transactions. From the place behind each of them, what follows is what has not come before.
    package static func merged(_ parts: [HistoryPart], after numbers: [String: Int64]) -> [Element] {
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
