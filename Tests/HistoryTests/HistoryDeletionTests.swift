// SPDX-License-Identifier: Apache-2.0
// Forgetting history, and doing without it.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Deleting history") struct HistoryDeletionTests {
    private func filled(_ kind: Stack.Kind = .sqlite) throws -> Stack {
        let stack = try Stack.withHistory(kind)
        try stack.savePrizes("one", "two", "three")
        return stack
    }

    private func delete(_ request: NSPersistentHistoryChangeRequest, _ stack: Stack) throws -> Int {
        #expect(request.resultType == .statusOnly)
        return try stack.history(request, .count, as: Int.self)
    }

    @Test(
        "STO-175 HT-8 before means strictly older: before the first removes none, before the last all others",
        arguments: Stack.Kind.lasting)
    func before(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let all = try stack.transactions
        #expect(try delete(.deleteHistory(before: all[0]), stack) == 0)
        #expect(try delete(.deleteHistory(before: nil as NSPersistentHistoryToken?), stack) == 0)
        #expect(try delete(.deleteHistory(before: all[1].token), stack) == 1)
        #expect(try stack.transactions.map(\.author) == ["two", "three"])
        #expect(try delete(.deleteHistory(before: all[2].timestamp), stack) == 1)
        #expect(try stack.transactions.map(\.author) == ["three"])
        #expect(try stack.history(.deleteHistory(before: Date.distantPast), as: Bool.self))
        #expect(try stack.transactions.map(\.author) == ["three"])
    }

    @Test(
        "STO-175 changes and names go with their transactions; numbers go on", arguments: Stack.Kind.lasting)
    func rows(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        #expect(try delete(.deleteHistory(before: Date.distantFuture), stack) == 3)
        #expect(try stack.transactions.isEmpty)
        for (table, name) in [("ACHANGE", "changes"), ("ATRANSACTION", "history")] {
            let count = try stack.column(
                file: "SELECT COUNT(*) FROM \(table)", server: "SELECT count(*)::text FROM perdure_\(name)")
            #expect(count == ["0"])
        }
        if kind == .sqlite { #expect(try stack.raw("SELECT COUNT(*) FROM ATRANSACTIONSTRING") == [["0"]]) }
        try stack.savePrizes("four")
        let transaction = try #require(try stack.transactions.first)
        #expect(transaction.transactionNumber == 4 && transaction.author == "four")
        #expect(transaction.changes?.map(\.changeID) == [4])
        #expect(try stack.stored("Prize", "label") == ["four", "one", "three", "two"])
    }

    @Test(
        "STO-177 HT-9 a token behind which transactions are gone gives 134301; one behind which none are does not",
        arguments: Stack.Kind.lasting)
    func expired(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let all = try stack.transactions
        _ = try delete(.deleteHistory(before: all[2]), stack)
        let error = try #require(throws: NSError.self) {
            try stack.history(.fetchHistory(after: all[0].token))
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134301)
        #expect(error.localizedDescription.contains("currentPersistentHistoryToken"))
        #expect(try stack.history(.fetchHistory(after: all[1])).map(\.author) == ["three"])
        #expect(try stack.history(.fetchHistory(after: all[2])).isEmpty)
        _ = try delete(.deleteHistory(before: Date.distantFuture), stack)
        #expect(throws: NSError.self) { try stack.history(.fetchHistory(after: all[1])) }
        #expect(try stack.history(.fetchHistory(after: all[2])).isEmpty)
        // Dates and nil ask for what there is.
        #expect(try stack.history(.fetchHistory(after: nil as NSPersistentHistoryToken?)).isEmpty)
        #expect(try stack.token == all[2].token)
    }

    @Test(
        "STO-177 a token of what a store has never had gives 134301, with and without transactions",
        arguments: Stack.Kind.lasting)
    func ahead(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        let identifier = try #require(stack.store.identifier)
        archiver.encode("\(identifier) 4" as NSString, forKey: "PerdureHistoryTokens")
        archiver.finishEncoding()
        let token = try #require(
            NSPersistentHistoryToken(coder: NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)))
        for isEmpty in [false, true] {
            if isEmpty { _ = try delete(.deleteHistory(before: Date.distantFuture), stack) }
            let error = try #require(throws: NSError.self) { try stack.history(.fetchHistory(after: token)) }
            #expect(error.code == 134301 && error.localizedDescription.contains("older copy"))
        }
        try stack.savePrizes("four", "five")
        #expect(try stack.history(.fetchHistory(after: token)).map(\.author) == ["five"])
    }

    @Test("STO-175 numbers go on after a deletion, also where another program has not kept the counters")
    func lostCounters() throws {
        let stack = try filled()
        try RawDatabase(#require(stack.url), isReadOnly: false).rows(
            "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        #expect(try delete(.deleteHistory(before: Date.distantFuture), stack) == 3)
        try stack.savePrizes("four")
        #expect(try stack.transactions.map(\.transactionNumber) == [4])
    }

    @Test("STO-175 a count is that of all stores", arguments: Stack.Kind.lasting)
    func severalStores(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let other = try filled(kind)
        try stack.coordinator.addPersistentStore(
            ofType: kind.storeType, configurationName: nil, at: other.place,
            options: HistoryModel.options)
        #expect(try delete(.deleteHistory(before: Date.distantFuture), stack) == 6)
    }

    @Test(
        "STO-179 HT-13 a store with a history that is opened without one is read-only, and says so",
        arguments: Stack.Kind.lasting)
    func locked(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let plain = try stack.another(nil)
        #expect(plain.store.isReadOnly)
        #expect(
            try plain.context().performAndWait {
                try plain.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Prize"))
            } == 3)
        let error = try #require(throws: NSError.self) { try plain.savePrizes("four") }
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(try plain.transactions.map(\.author) == ["one", "two", "three"])
        #expect(throws: NSError.self) { try delete(.deleteHistory(before: Date.distantFuture), plain) }
        #expect(try stack.transactions.count == 3)
        // Reading alone is no reason for a warning.
        let reader = try stack.another([NSReadOnlyPersistentStoreOption: true])
        #expect(reader.store.isReadOnly)
    }

    @Test(
        "STO-179 with its whole history deleted, a store can be opened without one, and written",
        arguments: Stack.Kind.lasting)
    func turnedOff(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        _ = try delete(.deleteHistory(before: Date.distantFuture), stack)
        let plain = try stack.another(nil)
        #expect(!plain.store.isReadOnly)
        try plain.savePrizes("four")
        #expect(try stack.stored("Prize", "label") == ["four", "one", "three", "two"])
        #expect(try stack.transactions.isEmpty)
        #expect(throws: NSError.self) { try plain.transactions }
    }

    @Test(
        "STO-179 a store that gets its history from others while it is open cannot be written until that is gone",
        arguments: [false, true], Stack.Kind.lasting)
    func begunByOthers(_ hasTables: Bool, _ kind: Stack.Kind) throws {
        let first = try Stack(
            kind, HistoryModel.make(), options: hasTables ? HistoryModel.options : nil)
        let plain = try first.another(nil)
        #expect(!plain.store.isReadOnly)
        try plain.savePrizes("one")
        let tracking = try first.another()
        // There is no history before the first transaction.
        try plain.savePrizes("two")
        try tracking.savePrizes("three")
        let insertion = NSBatchInsertRequest(entityName: "Prize", objects: [["label": "five"]])
        let deletion = NSBatchDeleteRequest(
            fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Prize"))
        let context = plain.context(NSMergePolicy.error)
        let writes: [() throws -> Void] = [
            { try plain.savePrizes("four") }, { try plain.savePrizes("four") },
            { _ = try context.execute(insertion) }, { _ = try context.execute(deletion) },
        ]
        for write in writes {
            let error = try #require(throws: NSError.self) { try write() }
            #expect(error.code == NSFileWriteNoPermissionError)
            #expect(error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
        }
        #expect(try tracking.transactions.map(\.author) == ["three"])
        #expect(try first.stored("Prize", "label") == ["one", "three", "two"])
        _ = try delete(.deleteHistory(before: Date.distantFuture), tracking)
        try plain.savePrizes("five")
        #expect(try first.stored("Prize", "label") == ["five", "one", "three", "two"])
    }
}
