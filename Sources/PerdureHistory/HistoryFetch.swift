// SPDX-License-Identifier: Apache-2.0
// Executes a request that reads history. Each store is read once. The transactions are then ordered by time
// (HistorySequence.swift), filtered (HistoryFilter.swift), and returned in the form that the request asks for.

import Foundation
import Perdure
import PerdureStore

/// One fetch of history.
struct HistoryFetch {
    let request: NSPersistentHistoryChangeRequest
    let coordinator: NSPersistentStoreCoordinator

    /// Reads the history.
    ///
    /// - Throws: 134091 for stores without a history; 134301 for a token when later transactions have been deleted, or when the
    ///   store never reached the token; the errors of the stores.
    func run() throws -> NSPersistentHistoryResult {
        let filter = try request.fetchRequest.map { try HistoryFilter($0, coordinator) }
        let withChanges = needsChanges || filter?.isForChanges == true
        let stores = try coordinator.historyStores(of: request)
        let parts = try stores.map { try read($0, withChanges) }
        var transactions = HistorySequence.interleaved(parts, after: numbers).map {
            NSPersistentHistoryTransaction(
                $0.transaction, stores[$0.part].store.namespace, stores[$0.part].identifier,
                token: NSPersistentHistoryToken($0.numbers), hasChanges: withChanges)
        }
        guard let filter else { return result(transactions, transactions.lazy.flatMap { $0.changes ?? [] }) }
        if filter.isForChanges {
            let changes = try filter.apply(transactions.flatMap { $0.changes ?? [] })
            return result(Self.transactions(transactions, with: changes), changes)
        }
        transactions = try filter.apply(transactions)
        return result(transactions, transactions.lazy.flatMap { $0.changes ?? [] })
    }

    private var needsChanges: Bool {
        switch request.resultType {
        case .objectIDs, .changesOnly, .transactionsAndChanges: true
        case .statusOnly, .count, .transactionsOnly: false
        }
    }

    // MARK: Reading

    private func read(_ known: HistoryStore, _ withChanges: Bool) throws -> HistoryPart {
        let point = point(known)
        let (range, found) = try known.access { try $0.transactions(after: point, withChanges: withChanges) }
        if case .number(let number) = point, case .token(let token) = request.place,
            !range.covers(after: number)
        {
            throw number > range.newest
                ? HistoryErrors.ahead(token, known.store.publicStore, newest: range.newest)
                : HistoryErrors.expired(token, known.store.publicStore)
        }
        return HistoryPart(identifier: known.identifier, range: range, transactions: found)
    }

    /// The transaction numbers in the request's token, including those of stores that are not read.
    private var numbers: [String: Int64] {
        if case .token(let token) = request.place { token.numbers } else { [:] }
    }

    private func point(_ known: HistoryStore) -> HistoryPoint {
        switch request.place {
        case .beginning: .beginning
        case .date(let date): .time(date.timeIntervalSinceReferenceDate)
        // Everything in a store that the token does not know is new.
        case .token(let token): token.number(of: known.identifier).map { .number($0) } ?? .beginning
        }
    }

    // MARK: Results

    /// The transactions of some changes, in their order, each with only these changes.
    private static func transactions(
        _ all: [NSPersistentHistoryTransaction], with changes: [NSPersistentHistoryChange]
    ) -> [NSPersistentHistoryTransaction] {
        let groups = Dictionary(grouping: changes) { $0.transaction }
        return all.compactMap { transaction in groups[transaction].map { transaction.with($0) } }
    }

    private func result(
        _ transactions: [NSPersistentHistoryTransaction], _ changes: some Sequence<NSPersistentHistoryChange>
    ) -> NSPersistentHistoryResult {
        NSPersistentHistoryResult(value(transactions, changes), request.resultType)
    }

    private func value(
        _ transactions: [NSPersistentHistoryTransaction], _ changes: some Sequence<NSPersistentHistoryChange>
    ) -> Any {
        switch request.resultType {
        case .statusOnly: return true
        case .count: return transactions.count
        case .objectIDs:
            var seen: Set<NSManagedObjectID> = []
            return changes.map(\.changedObjectID).filter { seen.insert($0).inserted }
        case .changesOnly: return Array(changes)
        case .transactionsOnly: return transactions.map { $0.with(nil) }
        case .transactionsAndChanges: return transactions
        }
    }
}

extension NSPersistentHistoryTransaction {
    /// The same transaction with some of its changes; nil hides all changes.
    fileprivate func with(_ changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction {
        var value = self.value
        value.changes = changes?.map(\.value) ?? []
        return NSPersistentHistoryTransaction(
            value, namespace, storeID, token: token, hasChanges: changes != nil)
    }
}
