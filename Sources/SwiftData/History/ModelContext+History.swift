// SPDX-License-Identifier: Apache-2.0
// Reads and deletes what saves left behind.

import Foundation
import Perdure
import PerdureBase
import PerdureHistory
import PerdureModel

extension ModelContext {
    /// The transactions that match, in the order of the saves or of the descriptor.
    ///
    /// - Throws: `historyTokenExpired` for `token > t` where transactions after `t` are deleted, `invalidTransactionFetchRequest`
    ///   for transactions of another kind of store, and the store's errors.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        for program in stores.programStores {
            if let found = try program.history(descriptor) { return found }
        }
        let all = try transactions(after: HistoryBounds.start(of: descriptor.predicate)).map(transaction)
        guard let known = all as? [T] else { throw Self.otherKind(T.self) }
        var found = try known.filter { try descriptor.predicate?.evaluate($0) ?? true }
        if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
        return descriptor.fetchLimit > 0 ? Array(found.prefix(Int(clamping: descriptor.fetchLimit))) : found
    }

    /// Deletes the transactions that match; they must be the oldest ones.
    ///
    /// - Throws: `invalidTransactionFetchRequest` where older ones would remain, and the store's errors.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        for program in stores.programStores where try program.deleteHistory(descriptor) { return }
        let all = try transactions()
        guard let known = all.map(transaction) as? [T] else { throw Self.otherKind(T.self) }
        let matches = try known.map { try descriptor.predicate?.evaluate($0) ?? true }
        guard let last = matches.lastIndex(of: true) else { return }
        guard matches[...last].allSatisfy(\.self) else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "A history is deleted from its beginning, and older transactions do not match the predicate.")
        }
        let request = NSPersistentHistoryChangeRequest.deleteHistory(before: Self.end(of: all[...last]))
        _ = try ExceptionTrap.catching { try store.execute(request) }
    }

    /// The position right behind some transactions in each of their stores: others may have saved more since they were read.
    private static func end(of transactions: ArraySlice<NSPersistentHistoryTransaction>)
        -> NSPersistentHistoryToken
    {
        let pairs = transactions.map { ($0.storeID, $0.transactionNumber + 1) }
        return NSPersistentHistoryToken(Dictionary(pairs, uniquingKeysWith: max))
    }

    private static func otherKind(_ type: any Any.Type) -> SwiftDataError {
        SwiftDataError(
            .invalidTransactionFetchRequest,
            "The stores have transactions of the type DefaultHistoryTransaction, not \(type).")
    }

    /// The transactions of all stores, or those after a token.
    ///
    /// - Throws: `historyTokenExpired`; `invalidTransactionFetchRequest` where a server keeps no history.
    private func transactions(after token: DefaultHistoryToken? = nil) throws
        -> [NSPersistentHistoryTransaction]
    {
        if let silent = stores.configurations.first(where: { !$0.keepsHistory }) {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "The store of the configuration \"\(silent.name)\" keeps no history, because saves with one come one after "
                    + "the other on a server: set keepsHistory of the configuration.")
        }
        let start = token.map { NSPersistentHistoryToken($0.numbers) }
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
        do {
            let result = try ExceptionTrap.catching { try store.execute(request) }
            return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
        } catch let error as NSError
            where error.domain == NSCocoaErrorDomain && error.code == NSPersistentHistoryTokenExpiredError
        {
            throw SwiftDataError(
                .historyTokenExpired,
                "Transactions after the token \(token?.numbers ?? [:]) are deleted: read the models anew, and begin with "
                    + "the newest token.", underlying: error)
        }
    }

    private func transaction(_ transaction: NSPersistentHistoryTransaction) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            author: transaction.author, bundleIdentifier: transaction.bundleID,
            changes: (transaction.changes ?? []).compactMap { change($0, of: transaction.transactionNumber) },
            processIdentifier: transaction.processID, storeIdentifier: transaction.storeID,
            timestamp: transaction.timestamp,
            token: DefaultHistoryToken(numbers: transaction.token.numbers),
            transactionIdentifier: transaction.transactionNumber)
    }

    /// A change of a class that the schema has; nil for others.
    private func change(_ change: NSPersistentHistoryChange, of number: Int64) -> HistoryChange? {
        let id = PersistentIdentifier(change.changedObjectID)
        guard let type = stores.schema.entitiesByName[id.entityName]?.type else { return nil }
        func open<M: PersistentModel>(_: M.Type) -> HistoryChange {
            switch change.changeType {
            case .insert:
                .insert(
                    DefaultHistoryInsert<M>(
                        transactionIdentifier: number, changeIdentifier: change.changeID,
                        changedPersistentIdentifier: id))
            case .update:
                .update(
                    DefaultHistoryUpdate<M>(
                        transactionIdentifier: number, changeIdentifier: change.changeID,
                        changedPersistentIdentifier: id, updatedAttributes: Self.keyPaths(change)))
            default:
                .delete(
                    DefaultHistoryDelete<M>(
                        transactionIdentifier: number, changeIdentifier: change.changeID,
                        changedPersistentIdentifier: id, tombstone: Self.tombstone(change)))
            }
        }
        return open(type)
    }

    private static func keyPaths<M: PersistentModel>(
        _ change: NSPersistentHistoryChange
    ) -> [any PartialKeyPath<M> & Sendable] {
        let facts = ModelFacts.of(M.self)
        let names = (change.updatedProperties ?? []).map(\.name).sorted()
        return names.compactMap { facts.keyPath(named: $0) as? PartialKeyPath<M> }.map {
            // Sendable has no layout, and key paths of properties capture no values.
            unsafeBitCast($0, to: (any PartialKeyPath<M> & Sendable).self)
        }
    }

    private static func tombstone<M: PersistentModel>(_ change: NSPersistentHistoryChange)
        -> HistoryTombstone<M>
    {
        let facts = ModelFacts.of(M.self)
        let values = (change.tombstone ?? [:]).compactMap {
            key, value -> (name: String, value: any Sendable)? in
            guard let name = key as? String, let slot = facts.slot(named: name),
                let found = facts.properties[slot].form.value(of: value, as: name) as? any _PlainAttribute
            else { return nil }
            // Sendable has no layout, and all plain values are Sendable.
            return (name, unsafeBitCast(found as Any, to: (any Sendable).self))
        }
        return HistoryTombstone(values: values.sorted { $0.name < $1.name })
    }
}
