// SPDX-License-Identifier: Apache-2.0
// What programs read of a history.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Fetching history") struct HistoryFetchTests {
    @Test("STO-171 the kinds of results and changes have Apple's numbers")
    func numbers() {
        let kinds: [NSPersistentHistoryResultType] = [
            .statusOnly, .objectIDs, .count, .transactionsOnly, .changesOnly, .transactionsAndChanges,
        ]
        #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        let changes: [NSPersistentHistoryChangeType] = [.insert, .update, .delete]
        #expect(changes.map(\.rawValue) == [0, 1, 2])
        #expect(NSPersistentHistoryTrackingKey == "NSPersistentHistoryTrackingKey")
        #expect(NSPersistentHistoryTokenKey == "historyToken")
        #expect(NSPersistentHistoryTokenExpiredError == 134301)
    }

    @Test(
        "STO-171 STO-173 HT-1 a transaction tells who committed what, and when", arguments: Stack.Kind.lasting
    )
    func transaction(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let before = Date()
        try stack.save(name: "importer", author: "sync") { $0.insert("Prize") }
        let after = Date()
        let transaction = try #require(try stack.transactions.first)
        #expect(transaction.author == "sync" && transaction.contextName == "importer")
        #expect(transaction.transactionNumber == 1)
        #expect(transaction.storeID == stack.store.identifier)
        #expect(transaction.processID == ProcessInfo.processInfo.processName)
        #expect(!transaction.bundleID.isEmpty)
        #expect(transaction.timestamp >= before && transaction.timestamp <= after)
        #expect(transaction.summary == ["insert Prize"])
        #expect(transaction.token == (try stack.token))
        try stack.save { $0.insert("Prize") }
        let second = try #require(try stack.transactions.last)
        #expect(second.author == nil && second.contextName == nil && second != transaction)
        #expect(try stack.transactions.first == transaction)
    }

    @Test(
        "STO-174 HT-2 HT-3 changes tell objects, kinds, updated properties and preserved values",
        arguments: Stack.Kind.lasting)
    func changes(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada", "code": "A1"])
            let prize = context.insert("Prize")
            try context.save()
            author.setValue("Ada L.", forKey: "name")
            author.mutableSetValue(forKey: "prizes").add(prize)
            try context.save()
            context.delete(author)
            try context.save()
            let id = author.objectID
            let found = try stack.transactions.flatMap { $0.changes ?? [] }.filter {
                $0.changedObjectID == id
            }
            #expect(found.map(\.changeType) == [.insert, .update, .delete])
            #expect(found.map { $0.updatedProperties == nil } == [true, false, true])
            #expect(found[1].updatedProperties?.map(\.name).sorted() == ["name", "prizes"])
            let description = author.entity.propertiesByName["name"]
            #expect(found[1].updatedProperties?.contains { $0 === description } == true)
            #expect(found.map { $0.tombstone == nil } == [true, true, false])
            #expect(found[2].tombstone as? [String: String] == ["name": "Ada L.", "code": "A1"])
            #expect(found[2].transaction?.transactionNumber == 3)
            #expect(found[0].changeID < found[1].changeID && found[1].changeID < found[2].changeID)
        }
    }

    @Test(
        "STO-170 STO-174 preserved values of all types come back as they were; nil is left out",
        arguments: Stack.Kind.lasting)
    func preservedTypes(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        let values: [String: Any] = [
            "uuid": UUID(), "made": Date(timeIntervalSinceReferenceDate: 60), "bytes": Data([1, 2]),
            "price": NSDecimalNumber(string: "12.5"),
            "link": try #require(URL(string: "https://a.example/b")),
            "flag": true, "ratio": 0.25, "plain": "gone",
        ]
        try context.performAndWait {
            let tokens = [context.insert("Token", values), context.insert("Token")]
            try context.save()
            for token in tokens { context.delete(token) }
            try context.save()
        }
        let changes = try #require(try stack.transactions.last?.changes)
        let tombstones = changes.compactMap(\.tombstone).sorted { $0.count < $1.count }
        #expect(tombstones.map(\.count) == [0, 7])
        let last = try #require(tombstones.last)
        #expect(last["uuid"] as? UUID == values["uuid"] as? UUID)
        #expect(last["made"] as? Date == values["made"] as? Date)
        #expect(last["bytes"] as? Data == values["bytes"] as? Data)
        #expect(last["price"] as? NSDecimalNumber == values["price"] as? NSDecimalNumber)
        #expect(last["link"] as? URL == values["link"] as? URL)
        #expect(last["flag"] as? Bool == true && last["ratio"] as? Double == 0.25)
        #expect(last["plain"] == nil)
    }

    @Test(
        "STO-172 a result has the form that was asked for; transactions with changes by default",
        arguments: Stack.Kind.lasting)
    func resultTypes(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        try stack.save { context in
            context.insert("Prize")
            context.insert("Prize")
        }
        try stack.savePrizes("three")
        func request() -> NSPersistentHistoryChangeRequest { .fetchHistory(after: Date.distantPast) }
        #expect(request().resultType == .transactionsAndChanges)
        #expect(try stack.history(request(), .statusOnly, as: Bool.self))
        #expect(try stack.history(request(), .count, as: Int.self) == 2)
        let ids = try stack.history(request(), .objectIDs, as: [NSManagedObjectID].self)
        let prizes = try stack.context().performAndWait {
            try stack.context().all("Prize", nil, by: "self").map(\.objectID)
        }
        #expect(ids == prizes && ids.count == 3)
        let plain = try stack.history(request(), .transactionsOnly)
        #expect(plain.map { $0.changes == nil } == [true, true] && plain.map(\.transactionNumber) == [1, 2])
        let changes = try stack.history(request(), .changesOnly, as: [NSPersistentHistoryChange].self)
        #expect(changes.map(\.changedObjectID) == ids)
        #expect(try stack.history(request()).map { $0.changes?.count } == [2, 1])
        #expect(changes[2].transaction?.transactionNumber == 2)
        // An object that two commits changed stands once among the IDs.
        try stack.save { try $0.all("Prize").first?.setValue("one", forKey: "label") }
        #expect(try stack.history(request(), .objectIDs, as: [NSManagedObjectID].self).count == 3)
    }

    @Test(
        "STO-170 HT-5 each batch request is one transaction, with a change for each row",
        arguments: Stack.Kind.lasting)
    func batches(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        let insertion = NSBatchInsertRequest(
            entityName: "Author", objects: ["a", "b", "c"].map { ["name": $0, "code": $0] })
        let update = NSBatchUpdateRequest(entityName: "Author")
        update.propertiesToUpdate = ["name": "new"]
        let deletion = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Author"))
        let requests: [(String, NSPersistentStoreRequest)] = [
            ("in", insertion), ("up", update), ("out", deletion),
        ]
        try context.performAndWait {
            for (author, request) in requests {
                context.transactionAuthor = author
                try context.execute(request)
            }
        }
        let transactions = try stack.transactions
        #expect(transactions.map(\.author) == ["in", "up", "out"])
        #expect(
            transactions.map(\.summary)
                == ["insert", "update", "delete"].map { Array(repeating: "\($0) Author", count: 3) })
        for change in transactions[1].changes ?? [] {
            #expect(change.updatedProperties?.map(\.name) == ["name"])
        }
        let tombstones = (transactions[2].changes ?? []).compactMap { $0.tombstone as? [String: String] }
        #expect(tombstones.compactMap { $0["code"] }.sorted() == ["a", "b", "c"])
        #expect(tombstones.allSatisfy { $0["name"] == "new" })
    }

    @Test(
        "STO-171 STO-175 HT-6 HT-7 after a token, a transaction or a date come those that are strictly newer; nil gives all",
        arguments: Stack.Kind.lasting)
    func after(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let start = try stack.token
        try stack.savePrizes("one", "two", "three")
        let all = try stack.transactions
        #expect(all.map(\.author) == ["one", "two", "three"])
        func authors(_ request: NSPersistentHistoryChangeRequest) throws -> [String?] {
            try stack.history(request).map(\.author)
        }
        #expect(try authors(.fetchHistory(after: start)) == ["one", "two", "three"])
        #expect(try authors(.fetchHistory(after: nil as NSPersistentHistoryToken?)).count == 3)
        #expect(try authors(.fetchHistory(after: nil as NSPersistentHistoryTransaction?)).count == 3)
        #expect(try authors(.fetchHistory(after: all[0].token)) == ["two", "three"])
        #expect(try authors(.fetchHistory(after: all[1])) == ["three"])
        #expect(try authors(.fetchHistory(after: all[1].timestamp)) == ["three"])
        #expect(try authors(.fetchHistory(after: try stack.token)).isEmpty)
        #expect(try authors(.fetchHistory(after: Date.distantFuture)).isEmpty)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: all[1])
        #expect(request.token == all[1].token)
        let copy = try #require(request.copy() as? NSPersistentHistoryChangeRequest)
        #expect(try authors(copy) == ["three"])
    }

    @Test(
        "STO-176 the current token is that of the newest transaction; there is one before the first",
        arguments: Stack.Kind.lasting)
    func currentToken(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let start = try stack.token
        #expect(try stack.transactions.isEmpty)
        try stack.savePrizes("one")
        #expect(try stack.token != start)
        for label in ["two", "three"] {
            try stack.savePrizes(label)
            #expect(try stack.token == stack.transactions.last?.token)
        }
        let other = try stack.another()
        #expect(try other.token == stack.token)
        let stores = stack.coordinator.persistentStores
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: stores) == (try stack.token))
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: []) == nil)
        let plain = try Stack(kind, HistoryModel.make())
        #expect(plain.coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    }

    @Test(
        "STO-177 tokens can be archived, securely too; what is no archive of one gives nil",
        arguments: Stack.Kind.lasting)
    func archiving(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        try stack.savePrizes("one", "two")
        let token = try stack.token
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(copy == token && copy?.hash == token.hash)
        #expect(token.copy() as? NSPersistentHistoryToken == token)
        try stack.savePrizes("three")
        #expect(try stack.history(.fetchHistory(after: copy)).map(\.author) == ["three"])
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("store x" as NSString, forKey: "PerdureHistoryTokens")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(NSPersistentHistoryToken(coder: reader) == nil)
    }

    @Test(
        "STO-177 identifiers of stores may have any characters, and archives without escapes stay readable",
        arguments: ["my store", "a, b", "50%", "a%20b, 3", "", "plain"])
    func archivedIdentifiers(_ name: String) throws {
        let token = NSPersistentHistoryToken([name: 3, "other": 7])
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(copy == token)
        #expect(copy?.number(of: name) == 3)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("my store 4, 50% 5" as NSString, forKey: "PerdureHistoryTokens")
        archiver.finishEncoding()
        let former = NSPersistentHistoryToken(
            coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        #expect(former?.numbers == ["my store": 4, "50%": 5])
    }

    @Test(
        "STO-177 a token of several stores has a place in each; transactions come in the order of their time",
        arguments: Stack.Kind.lasting)
    func severalStores(_ kind: Stack.Kind) throws {
        let (stack, other) = (try Stack.withHistory(kind), try Stack.withHistory(kind))
        let coordinator = stack.coordinator
        let second = try coordinator.addPersistentStore(
            ofType: kind.storeType, configurationName: nil, at: other.place, options: HistoryModel.options)
        let stores = [stack.store, second]
        let context = stack.context()
        try context.performAndWait {
            for (author, index) in [("one", 0), ("two", 1), ("three", 0)] {
                context.transactionAuthor = author
                context.assign(context.insert("Prize"), to: stores[index])
                try context.save()
            }
            func fetch(_ request: NSPersistentHistoryChangeRequest) throws -> [NSPersistentHistoryTransaction]
            {
                let result = try context.execute(request) as? NSPersistentHistoryResult
                return try #require(result?.result as? [NSPersistentHistoryTransaction])
            }
            let all = try fetch(.fetchHistory(after: Date.distantPast))
            #expect(all.map(\.author) == ["one", "two", "three"])
            #expect(all.map(\.storeID) == [0, 1, 0].map { stores[$0].identifier })
            #expect(try fetch(.fetchHistory(after: all[0])).map(\.author) == ["two", "three"])
            #expect(try fetch(.fetchHistory(after: all[1])).map(\.author) == ["three"])
            #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == all[2].token)
            let one = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            one.affectedStores = [stores[1]]
            #expect(try fetch(one).map(\.author) == ["two"])
            // What was not asked for is not behind a token.
            let second = try #require(try fetch(one).first)
            #expect(try fetch(.fetchHistory(after: second)).map(\.author) == ["one", "three"])
            // Of a store that a token does not know everything is new.
            let known = coordinator.currentPersistentHistoryToken(fromStores: [stores[0]])
            #expect(try fetch(.fetchHistory(after: known)).map(\.author) == ["two"])
        }
        try coordinator.remove(second)
    }

    @Test(
        "STO-171 STO-51 a store without a history gives 134091, and says what to do",
        arguments: Stack.Kind.allCases)
    func untracked(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, HistoryModel.make())
        let error = try #require(throws: NSError.self) { try stack.transactions }
        #expect(error.code == NSPersistentStoreUnsupportedRequestTypeError && error.code == 134091)
        #expect(error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
        let deletion = try #require(throws: NSError.self) {
            try stack.history(.deleteHistory(before: Date()), as: Bool.self)
        }
        #expect(deletion.code == 134091)
    }
}
