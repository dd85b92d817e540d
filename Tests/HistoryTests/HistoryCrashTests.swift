// SPDX-License-Identifier: Apache-2.0
// Histories and rows are written together: whoever is killed, or writes beside others, leaves both whole.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Histories of processes that are killed or compete") struct HistoryCrashTests {
    @Test("STO-170 a killed writer leaves a transaction for each save that returned, and none of them torn")
    func kills() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        var random = SeededNumbers(seed: 170)
        var acknowledged = 0
        for _ in 0..<6 {
            let writer = try FaultWriter("journal", url.path)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let line = try #require(writer.line())
                acknowledged = try #require(Int(line))
            }
            writer.kill()
            acknowledged = try writer.finish().lines.compactMap { Int($0) }.last ?? acknowledged
            try expectWhole(url, acknowledged)
        }
    }

    private func expectWhole(_ url: URL, _ acknowledged: Int) throws {
        let stack = try Stack(at: url, FaultModel.batches(), options: HistoryModel.options)
        let transactions = try stack.transactions
        #expect(transactions.map(\.transactionNumber) == (1...Int64(transactions.count)).map { $0 })
        #expect(transactions.map(\.author) == (1...transactions.count).map { "\($0)" })
        // The save that the kill interrupted may be there or not.
        #expect(transactions.count == acknowledged || transactions.count == acknowledged + 1)
        for transaction in transactions {
            let deleted = transaction.transactionNumber > 3 ? 1 : 0
            let items = FaultModel.itemsPerBatch
            #expect(
                transaction.summary == Array(repeating: "delete Batch", count: deleted)
                    + Array(repeating: "delete Item", count: deleted * items) + ["insert Batch"]
                    + Array(repeating: "insert Item", count: items))
        }
        #expect(try stack.replayed == stack.objects)
    }

    @Test("STO-170 HT-10 two processes that write at once number their transactions without gaps")
    func processes() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        let stack = try Stack(at: url, FaultModel.batches(), options: HistoryModel.options)
        try stack.save(author: "here") { FaultModel.insertBatch(0, into: $0) }
        let names = ["a", "b"]
        let writers = try names.map { try FaultWriter("journal", url.path, $0, "25") }
        for writer in writers { #expect(try writer.finish().lines == (1...25).map { "\($0)" }) }
        let transactions = try stack.transactions
        #expect(transactions.map(\.transactionNumber) == (1...51).map { $0 })
        #expect(Set(transactions.map(\.processID)) == [ProcessInfo.processInfo.processName, "FaultWriter"])
        for name in names {
            let own = transactions.compactMap(\.author).filter { $0.hasPrefix(name) }
            #expect(own == (1...25).map { "\(name)\($0)" })
        }
        #expect(transactions.flatMap { $0.changes ?? [] }.map(\.changeID) == (1...408).map { $0 })
        #expect(try stack.replayed == stack.objects)
    }
}

extension Stack {
    /// The objects that are left when all of the history has been done.
    var replayed: Set<NSManagedObjectID> {
        get throws {
            var objects: Set<NSManagedObjectID> = []
            for change in try transactions.flatMap({ $0.changes ?? [] }) {
                switch change.changeType {
                case .insert: #expect(objects.insert(change.changedObjectID).inserted)
                case .update: #expect(objects.contains(change.changedObjectID))
                case .delete: #expect(objects.remove(change.changedObjectID) != nil)
                }
            }
            return objects
        }
    }

    /// All objects of the store.
    var objects: Set<NSManagedObjectID> {
        get throws {
            let context = context()
            return try context.performAndWait {
                let roots = coordinator.managedObjectModel.entities.filter { $0.superentity == nil }
                return Set(try roots.flatMap { try context.all($0.name ?? "") }.map(\.objectID))
            }
        }
    }
}
