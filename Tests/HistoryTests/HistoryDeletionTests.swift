// SPDX-License-Identifier: Apache-2.0
// Forgetting history, and doing without it.

import Foundation
import Perdure
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
}
