// SPDX-License-Identifier: Apache-2.0
// Saves with a history: each is by an author whose name is a number, so that a missing or torn transaction shows.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// journal STORE [NAME [COUNT]]: saves batch after batch, and deletes those from before, until it is killed or done.
    ///
    /// Prints the number of each save that returned; the author is NAME and the number.
    static func journal(_ url: URL, _ words: [String]) throws {
        let stack = try Stack(
            at: url, FaultModel.batches(), options: [NSPersistentHistoryTrackingKey: true])
        let name = words.first ?? ""
        let context = stack.context()
        var number = 0
        if words.count < 2 {
            number = try context.performAndWait { try lastNumber(of: context) }
        }
        let end = words.count > 1 ? Int(words[1]) ?? 1 : Int.max
        while number < end {
            number += 1
            try context.performAndWait { try saveJournal(number, name, context) }
            say("\(number)")
        }
    }

    private static func lastNumber(of context: NSManagedObjectContext) throws -> Int {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        request.resultType = .transactionsOnly
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction]
        return transactions?.last?.author.flatMap { Int($0) } ?? 0
    }

    private static func saveJournal(_ number: Int, _ name: String, _ context: NSManagedObjectContext) throws {
        context.transactionAuthor = "\(name)\(number)"
        FaultModel.insertBatch(number, into: context)
        if name.isEmpty, let old = try context.all("Batch", "number == \(number - 3)").first {
            context.delete(old)
        }
        try context.save()
        context.reset()
    }
}
