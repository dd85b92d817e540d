// SPDX-License-Identifier: Apache-2.0
// Fetch requests for history: the two entities that no model has.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Fetch requests for history") struct HistoryFilterTests {
    private func fetch(_ format: String, _ arguments: Any..., isForChanges: Bool = false) throws
        -> NSFetchRequest<any NSFetchRequestResult>
    {
        let request = try #require(
            isForChanges
                ? NSPersistentHistoryChange.fetchRequest : NSPersistentHistoryTransaction.fetchRequest)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        return request
    }

    private func filled(_ kind: Stack.Kind) throws -> Stack {
        let stack = try Stack.withHistory(kind)
        try stack.savePrizes("one", "two")
        try stack.save(author: "two") { context in
            context.insert("Novel", ["title": "Blue"])
            context.insert("Book", ["title": "Red"])
        }
        try stack.save(author: "three") { context in
            try #require(try context.all("Book", "title == 'Red'").first).setValue(9, forKey: "pages")
        }
        return stack
    }

    @Test("STO-178 the entities name the fields; a context finds the same ones")
    func entities() throws {
        let context = try Stack().context()
        let transaction = try #require(NSPersistentHistoryTransaction.entityDescription(with: context))
        let change = try #require(NSPersistentHistoryChange.entityDescription(with: context))
        #expect(transaction === NSPersistentHistoryTransaction.entityDescription)
        #expect(change === NSPersistentHistoryChange.entityDescription)
        #expect(
            transaction.attributesByName.keys.sorted() == [
                "author", "bundleID", "contextName", "processID", "timestamp", "token", "transactionNumber",
            ])
        #expect(
            Set(change.attributesByName.keys).isSuperset(of: [
                "changeType", "changedEntity", "changedID", "changedObjectID",
            ]))
        #expect(NSPersistentHistoryTransaction.fetchRequest?.entity === transaction)
    }

    @Test(
        "STO-178 a predicate chooses transactions by author, context, process, number, time and token",
        arguments: Stack.Kind.lasting)
    func transactions(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let all = try stack.transactions
        func numbers(_ format: String, _ argument: Any) throws -> [Int64] {
            try stack.history(.fetchHistory(withFetch: fetch(format, argument))).map(\.transactionNumber)
        }
        #expect(try numbers("author == %@", "two") == [2, 3])
        #expect(try numbers("NOT author IN %@", ["two", "one"]) == [4])
        #expect(try numbers("contextName == %@", "one") == [1])
        #expect(try numbers("processID == %@", ProcessInfo.processInfo.processName) == [1, 2, 3, 4])
        #expect(try numbers("transactionNumber > %@", 2) == [3, 4])
        #expect(try numbers("timestamp >= %@", all[2].timestamp) == [3, 4])
        #expect(try numbers("token == %@", all[1].token) == [2])
    }

    @Test(
        "PRG-55 a predicate chooses transactions by what lies before and behind a token",
        arguments: Stack.Kind.lasting)
    func tokens(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let all = try stack.transactions
        func numbers(_ format: String, _ arguments: Any...) throws -> [Int64] {
            let request = try fetch("TRUEPREDICATE")
            request.predicate = NSPredicate(format: format, argumentArray: arguments)
            return try stack.history(.fetchHistory(withFetch: request)).map(\.transactionNumber)
        }
        let token = all[1].token
        #expect(try numbers("token > %@", token) == [3, 4])
        #expect(try numbers("token >= %@", token) == [2, 3, 4])
        #expect(try numbers("token < %@", token) == [1])
        #expect(try numbers("token <= %@", token) == [1, 2])
        #expect(try numbers("token != %@", token) == [1, 3, 4])
        #expect(try numbers("%@ < token", token) == [3, 4])
        #expect(try numbers("token > %@ AND author == %@", token, "two") == [3])
        #expect(try numbers("NOT (token > %@) OR contextName == %@", token, "nobody") == [1, 2])
        #expect(
            try numbers("%K > %@ AND timestamp <= %@", "token", token, all[3].timestamp) == [3, 4])
        #expect(try numbers("token > %@", Stack.withHistory(kind).token) == [1, 2, 3, 4])
    }

    @Test(
        "PRG-55 the initial token of a store whose history was deleted is 134301",
        arguments: Stack.Kind.lasting)
    func initialToken(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let initial = try stack.token
        try stack.savePrizes("one", "two")
        #expect(try stack.history(.fetchHistory(after: initial)).count == 2)
        #expect(try stack.history(.deleteHistory(before: stack.token), as: Bool.self))
        try stack.savePrizes("three")
        let error = #expect(throws: NSError.self) { try stack.history(.fetchHistory(after: initial)) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    @Test(
        "STO-178 HT-14 a predicate chooses changes; transactions then have these alone",
        arguments: Stack.Kind.lasting)
    func changes(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let id = try #require(try stack.transactions.last?.changes?.first?.changedObjectID)
        func numbers(_ format: String, _ arguments: Any...) throws -> [[Int64]] {
            let request = try #require(NSPersistentHistoryChange.fetchRequest)
            request.predicate = NSPredicate(format: format, argumentArray: arguments)
            return try stack.history(.fetchHistory(withFetch: request)).map {
                [$0.transactionNumber] + ($0.changes ?? []).map(\.changedObjectID.key)
            }
        }
        #expect(try numbers("changedObjectID == %@", id) == [[3, 2], [4, 2]])
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        // Subentities are entities of their own.
        #expect(try numbers("changedEntity == %@", book) == [[3, 2], [4, 2]])
        #expect(try numbers("changeType == %@", NSPersistentHistoryChangeType.update.rawValue) == [[4, 2]])
        #expect(try numbers("changedID == %@ AND changeType == 0", 1) == [[1, 1], [3, 1]])
        let updates = NSPersistentHistoryChangeRequest.fetchHistory(
            withFetch: try fetch("changeType == %@", 1, isForChanges: true))
        let found = try stack.history(updates, .changesOnly, as: [NSPersistentHistoryChange].self)
        #expect(found.map(\.changeType) == [.update])
        #expect(try numbers("transaction.author == %@", "one") == [[1, 1]])
        #expect(try numbers("ANY updatedProperties == %@", "pages") == [[4, 2]])
    }

    @Test(
        "STO-178 a request for history after a token can have a fetch request, which sorts and cuts",
        arguments: Stack.Kind.lasting)
    func combined(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let first = try #require(try stack.transactions.first)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: first)
        let wanted = try fetch("author == %@", "two")
        wanted.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
        request.fetchRequest = wanted
        #expect(try stack.history(request).map(\.transactionNumber) == [3, 2])
        wanted.fetchLimit = 1
        #expect(try stack.history(request).map(\.transactionNumber) == [3])
        wanted.fetchOffset = 1
        #expect(try stack.history(request).map(\.transactionNumber) == [2])
        #expect(try stack.history(request, .count, as: Int.self) == 1)
        request.fetchRequest = try fetch("changeType == %@", 1, isForChanges: true)
        #expect(try stack.history(request, .count, as: Int.self) == 1)
        let changes = try stack.history(request, .changesOnly, as: [NSPersistentHistoryChange].self)
        #expect(changes.map { $0.transaction?.transactionNumber } == [4])
    }

    @Test(
        "STO-178 an unknown field and an unknown entity are errors that say what there is",
        arguments: Stack.Kind.lasting)
    func unknown(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let field = try #require(throws: CoreDataException.self) {
            try stack.history(.fetchHistory(withFetch: fetch("autor == %@", "x")))
        }
        #expect(field.reason.contains("autor") && field.reason.contains("contextName"))
        let entity = try #require(throws: CoreDataException.self) {
            try stack.history(.fetchHistory(withFetch: NSFetchRequest(entityName: "Prize")))
        }
        #expect(entity.reason.contains("\"Prize\""))
    }
}

extension NSManagedObjectID {
    /// The number in the URI.
    fileprivate var key: Int64 { Int64(uriRepresentation().lastPathComponent.dropFirst()) ?? 0 }
}
