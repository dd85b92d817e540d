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
