// SPDX-License-Identifier: Apache-2.0
// Short ways to ask for history in tests.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

extension Stack {
    /// Executes a history request in a new context, with its result as the type that is wanted.
    func history<Result>(
        _ request: NSPersistentHistoryChangeRequest, _ type: NSPersistentHistoryResultType? = nil,
        as: Result.Type = [NSPersistentHistoryTransaction].self
    ) throws -> Result {
        let context = context()
        if let type { request.resultType = type }
        return try context.performAndWait {
            let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
            #expect(result.resultType == request.resultType)
            return try #require(result.result as? Result)
        }
    }

    /// The whole history.
    var transactions: [NSPersistentHistoryTransaction] {
        get throws { try history(.fetchHistory(after: Date.distantPast)) }
    }

    /// The bookmark behind everything.
    var token: NSPersistentHistoryToken {
        get throws { try #require(coordinator.currentPersistentHistoryToken(fromStores: nil)) }
    }

    /// Commits once for each label.
    func savePrizes(_ labels: String...) throws {
        for label in labels { try save(name: label, author: label) { $0.insert("Prize", ["label": label]) } }
    }
}

extension NSPersistentHistoryTransaction {
    /// The kinds of its changes with the names of the entities, sorted.
    var summary: [String] {
        (changes ?? []).map { "\($0.changeType) \($0.changedObjectID.entity.name ?? "")" }.sorted()
    }
}
