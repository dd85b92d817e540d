// SPDX-License-Identifier: Apache-2.0
// The stores whose history a request reads or deletes.

import Perdure
import PerdureModel

extension NSPersistentStoreCoordinator {
    /// The stores with a history that a request addresses.
    ///
    /// - Throws: 134091 when one of the affected stores, or every store, has none.
    final func historyStores(of request: NSPersistentStoreRequest) throws -> [HistoryStore] {
        let all = historyStores
        guard let affected = request.affectedStores else {
            if all.isEmpty { throw HistoryErrors.untracked(persistentStores) }
            return all
        }
        let untracked = affected.filter { store in !all.contains { $0.store.publicStore === store } }
        guard untracked.isEmpty else { throw HistoryErrors.untracked(untracked) }
        return all.filter { known in affected.contains { $0 === known.store.publicStore } }
    }
}
