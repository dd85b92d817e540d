// SPDX-License-Identifier: Apache-2.0
// The stores that keep a history, and the token after their newest transactions. PerdureHistory reads the histories.

import Foundation
import PerdureStore

/// A store with a history.
package struct HistoryStore {
    package let store: EngineStore
    let history: any StoreHistory

    /// Makes the value; nil for a store without a history.
    init?(_ store: EngineStore) {
        guard let history = store.engine.history else { return nil }
        self.store = store
        self.history = history
    }

    package var identifier: String { store.namespace.identifier }

    /// Reads or writes the history.
    ///
    /// - Throws: the errors of the store, with Core Data's codes.
    package func access<Result>(_ body: (any StoreHistory) throws -> Result) throws -> Result {
        try NSPersistentStoreCoordinator.translatingErrors(store.url) { try body(history) }
    }
}

extension NSPersistentStoreCoordinator {
    /// The stores with a history, in their order.
    package final var historyStores: [HistoryStore] { engineStores.compactMap(HistoryStore.init) }

    /// The newest numbers of the stores that a save does not write, read before its commit.
    ///
    /// - Parameter written: the stores that tell their numbers with the commit; asked for only where a history is kept.
    /// - Returns: the numbers by the stores' identifiers; nil where one of the stores cannot be read.
    final func historyNumbers(besides written: @autoclosure () -> [EngineStore]) -> [String: Int64]? {
        guard engineStores.contains(where: \.keepsHistory) else { return [:] }
        let written = written()
        var numbers: [String: Int64] = [:]
        for known in historyStores where !written.contains(where: { $0 === known.store }) {
            guard let range = try? known.access({ try $0.range() }) else { return nil }
            numbers[known.identifier] = range.newest
        }
        return numbers
    }

    /// The position behind a save.
    ///
    /// - Parameters:
    ///   - own: the numbers of the save's transactions.
    ///   - others: the numbers of the other stores.
    /// - Returns: the token; nil when there is no history, or a number is missing.
    final func historyToken(_ own: [String: Int64], _ others: [String: Int64]?) -> NSPersistentHistoryToken? {
        guard let others, engineStores.contains(where: \.keepsHistory) else { return nil }
        let numbers = own.merging(others) { own, _ in own }
        return historyStores.allSatisfy { numbers[$0.identifier] != nil }
            ? NSPersistentHistoryToken(numbers) : nil
    }

    /// The newest position, for saves that have not told theirs.
    func historyAfterSave() -> NSPersistentHistoryToken? {
        engineStores.contains(where: \.keepsHistory) ? currentPersistentHistoryToken(fromStores: nil) : nil
    }

    /// The token after the newest transactions.
    ///
    /// A token exists even before the first transaction. The cost is one read of each store.
    ///
    /// - Parameter stores: stores of this coordinator; nil for all.
    /// - Returns: the token; nil when none of the stores keeps a history, or one of them cannot be read.
    public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let wanted = historyStores.filter { known in
            stores?.contains { $0 as AnyObject === known.store.publicStore } ?? true
        }
        guard !wanted.isEmpty else { return nil }
        var numbers: [String: Int64] = [:]
        for known in wanted {
            guard let range = try? known.access({ try $0.range() }) else { return nil }
            numbers[known.identifier] = range.newest
        }
        return NSPersistentHistoryToken(numbers)
    }
}
