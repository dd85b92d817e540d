// SPDX-License-Identifier: Apache-2.0
// The stores whose history a request reads or deletes, and their tokens.

import Foundation
import PerdureStore

/// A store with a history.
struct HistoryStore {
    let store: EngineStore
    let history: any StoreHistory

    /// Makes the value; nil for a store without a history.
    init?(_ store: EngineStore) {
        guard let history = store.engine.history else { return nil }
        self.store = store
        self.history = history
    }

    var identifier: String { store.origin.identifier }

    /// Reads or writes the history.
    ///
    /// - Throws: the errors of the store, with Core Data's codes.
    func access<Result>(_ body: (any StoreHistory) throws -> Result) throws -> Result {
        try NSPersistentStoreCoordinator.translatingErrors(store.url) { try body(history) }
    }
}

extension NSPersistentStoreCoordinator {
    /// The stores with a history, in their order.
    final var historyStores: [HistoryStore] { engineStores.compactMap(HistoryStore.init) }

    /// The stores with a history that a request addresses.
    ///
    /// - Throws: 134091 when one of the affected stores, or every store, has none.
    final func historyStores(of request: NSPersistentStoreRequest) throws -> [HistoryStore] {
        let all = historyStores
        guard let affected = request.affectedStores else {
            if all.isEmpty { throw HistoryErrors.untracked(persistentStores) }
            return all
        }
        let untracked = affected.filter { store in !all.contains { $0.store.face === store } }
        guard untracked.isEmpty else { throw HistoryErrors.untracked(untracked) }
        return all.filter { known in affected.contains { $0 === known.store.face } }
    }

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
            stores?.contains { $0 as AnyObject === known.store.face } ?? true
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
