// SPDX-License-Identifier: Apache-2.0
// The history of a store: which transactions there are, and which of them are wanted.

import PerdureStore

/// Chooses transactions.
package struct HistoryReading {
    /// Only transactions behind this point.
    package var after = HistoryPoint.beginning
    /// Only transactions of this author; nil for all.
    package var author: String?
    /// Only changes of these entities, and transactions with such changes; nil for all.
    package var entities: Set<Int32>?
    /// The most transactions, the newest ones; nil for all.
    package var limit: Int?

    package init() {}

    /// Reads the wanted transactions, oldest first; nil when the store keeps no history.
    ///
    /// - Throws: What reading a history throws.
    package func transactions(_ engine: any CopyableEngine) throws -> [HistoryTransaction]? {
        guard let history = engine.history else { return nil }
        var point = after
        // Numbers have no gaps, so that the newest transactions are known without reading the others.
        if case .beginning = after, author == nil, entities == nil, let limit {
            point = .number(try history.range().newest - Int64(limit))
        }
        let found = try history.transactions(after: point, withChanges: true).transactions.compactMap(wanted)
        return limit.map { Array(found.suffix($0)) } ?? found
    }

    private func wanted(_ transaction: HistoryTransaction) -> HistoryTransaction? {
        if let author, transaction.author.author != author { return nil }
        guard let entities else { return transaction }
        var transaction = transaction
        transaction.changes.removeAll { !entities.contains($0.key.entity) }
        return transaction.changes.isEmpty ? nil : transaction
    }
}
