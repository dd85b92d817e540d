// SPDX-License-Identifier: Apache-2.0
// Forgetting history, and doing without it.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Deleting history") struct HistoryDeletionTests {
    private func filled() throws -> Stack {
        let stack = try Stack.withHistory()
        try stack.savePrizes("one", "two", "three")
        return stack
    }

    private func delete(_ request: NSPersistentHistoryChangeRequest, _ stack: Stack) throws -> Int {
        #expect(request.resultType == .statusOnly)
        return try stack.history(request, .count, as: Int.self)
    }

    @Test(
        "STO-175 HT-8 before means strictly older: before the first removes none, before the last all others")
    func before() throws {
        let stack = try filled()
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

    @Test("STO-175 changes and names go with their transactions; numbers go on")
    func rows() throws {
        let stack = try filled()
        #expect(try delete(.deleteHistory(before: Date.distantFuture), stack) == 3)
        for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
            #expect(try stack.raw("SELECT COUNT(*) FROM \(table)") == [["0"]])
        }
        try stack.savePrizes("four")
        let transaction = try #require(try stack.transactions.first)
        #expect(transaction.transactionNumber == 4 && transaction.author == "four")
        #expect(transaction.changes?.map(\.changeID) == [4])
        #expect(try stack.raw("SELECT COUNT(*) FROM ZPRIZE") == [["4"]])
    }

    @Test(
        "STO-177 HT-9 a token behind which transactions are gone gives 134301; one behind which none are does not"
    )
    func expired() throws {
        let stack = try filled()
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

    @Test("STO-177 a token of what a store has never had gives 134301, with and without transactions")
    func ahead() throws {
        let stack = try filled()
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

    @Test("STO-175 a count is that of all stores")
    func severalStores() throws {
        let stack = try filled()
        let other = try filled()
        try stack.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: other.url,
            options: HistoryModel.options)
        #expect(try delete(.deleteHistory(before: Date.distantFuture), stack) == 6)
    }

    @Test("STO-179 HT-13 a store with a history that is opened without one is read-only, and says so")
    func locked() throws {
        let stack = try filled()
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

    @Test("STO-179 with its whole history deleted, a store can be opened without one, and written")
    func turnedOff() throws {
        let stack = try filled()
        _ = try delete(.deleteHistory(before: Date.distantFuture), stack)
        let plain = try stack.another(nil)
        #expect(!plain.store.isReadOnly)
        try plain.savePrizes("four")
        #expect(try stack.raw("SELECT COUNT(*) FROM ZPRIZE") == [["4"]])
        #expect(try stack.raw("SELECT COUNT(*) FROM ATRANSACTION") == [["0"]])
        #expect(throws: NSError.self) { try plain.transactions }
    }

    @Test(
        "STO-179 a store that gets its history from others while it is open cannot be written until that is gone",
        arguments: [false, true])
    func begunByOthers(_ hasTables: Bool) throws {
        let first = try Stack(
            .sqlite, HistoryModel.make(), options: hasTables ? HistoryModel.options : nil)
        let plain = try first.another(nil)
        #expect(!plain.store.isReadOnly)
        try plain.savePrizes("one")
        let tracking = try first.another()
        // There is no history before the first transaction.
        try plain.savePrizes("two")
        try tracking.savePrizes("three")
        for _ in 0..<2 {
            let error = try #require(throws: NSError.self) { try plain.savePrizes("four") }
            #expect(error.code == NSFileWriteNoPermissionError)
            #expect(error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
        }
        #expect(try tracking.transactions.map(\.author) == ["three"])
        #expect(try first.raw("SELECT ZLABEL FROM ZPRIZE ORDER BY 1") == [["one"], ["three"], ["two"]])
        _ = try delete(.deleteHistory(before: Date.distantFuture), tracking)
        try plain.savePrizes("five")
        #expect(try first.raw("SELECT COUNT(*) FROM ZPRIZE") == [["4"]])
    }
}
