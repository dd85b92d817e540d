// SPDX-License-Identifier: Apache-2.0
// Executes a request that deletes history.

import Foundation
import Perdure
import PerdureStore

/// One deletion of history.
struct HistoryRemoval {
    let request: NSPersistentHistoryChangeRequest
    let coordinator: NSPersistentStoreCoordinator

    /// Deletes the history of one store after the other.
    ///
    /// - Throws: 134091 for stores without a history, and the errors of the stores.
    func run() throws -> NSPersistentHistoryResult {
        var count = 0
        for known in try coordinator.historyStores(of: request) {
            guard let point = point(known) else { continue }
            count += try known.access { try $0.delete(before: point) }
        }
        return NSPersistentHistoryResult(result(count), request.resultType)
    }

    /// The start of the store's remaining history; nil when all of it stays.
    private func point(_ known: HistoryStore) -> HistoryPoint? {
        switch request.place {
        case .beginning: nil
        case .date(let date): .time(date.timeIntervalSinceReferenceDate)
        case .token(let token): token.number(of: known.identifier).map { .number($0) }
        }
    }

    private func result(_ count: Int) -> Any {
        switch request.resultType {
        case .statusOnly: true
        case .count: count
        case .objectIDs: [NSManagedObjectID]()
        case .changesOnly: [NSPersistentHistoryChange]()
        case .transactionsOnly, .transactionsAndChanges: [NSPersistentHistoryTransaction]()
        }
    }
}
