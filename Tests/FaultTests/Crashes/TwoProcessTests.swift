// SPDX-License-Identifier: Apache-2.0
// Two processes at one store: no lost update, nobody starves, and a lock that another holds is an error
// in good time. PERDURE_INCREMENTS sets how often each process counts (60 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: several processes") struct TwoProcessTests {
    @Test("check 8 two processes that count with retries lose no step, and neither starves")
    func counters() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Counter.sqlite")
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Counter", ["value": 0])
            try context.save()
        }
        let times = Counts.number("PERDURE_INCREMENTS", standard: 60)
        let writers = try (0..<2).map { _ in try FaultWriter("count", url.path, "\(times)") }
        for writer in writers {
            let run = try writer.finish()
            #expect(run.exitCode == 0, "\(run.lines) \(run.errors)")
            // Each round that failed was beaten by a step of the other, of which there are so many.
            let rounds = try #require(Int(run.lines.last ?? ""))
            #expect(rounds >= times && rounds <= 2 * times)
        }
        print("ran: \(2 * times) increments")
        let reader = stack.context()
        try reader.performAndWait {
            let counter = try #require(try reader.all("Counter").first)
            #expect(counter.value(forKey: "value") as? Int == 2 * times)
        }
        try stack.coordinator.remove(stack.store)
        #expect(try ToolRun("store", "check", url.path).exitCode == 0)
    }

    @Test("check 9 while another holds the lock a save is 134090, keeps its changes, and succeeds later")
    func lockedForWriting() throws {
        let store = try BookStore()
        let stack = try store.open([NSPersistentStoreTimeoutOption: 0.2])
        let other = try RawDatabase(store.url, isReadOnly: false)
        let context = stack.context()
        try context.performAndWait {
            let book = try #require(try context.all("Book", by: "title").first)
            book.setValue("Changed", forKey: "title")
            try other.rows("BEGIN IMMEDIATE")
            let error = expectError(
                134090, naming: ["Books.sqlite", "locked", "NSPersistentStoreTimeoutOption"]
            ) {
                try context.save()
            }
            #expect(error?.path == store.url.path)
            #expect(context.updatedObjects == [book])
            context.insert("Book", ["title": "Book 4"])
            expectError(134090, naming: ["Books.sqlite", "locked"]) { try context.save() }
            #expect(context.insertedObjects.count == 1)
            // Readers go on.
            #expect(try context.all("Author").count == 1)
            try other.rows("ROLLBACK")
            try context.save()
            #expect(!context.hasChanges)
        }
        try stack.coordinator.remove(stack.store)
        #expect(
            try store.readBooks().compactMap { $0["title"] as? String } == [
                "Book 2", "Book 3", "Book 4", "Changed",
            ])
    }

    @Test("check 9 a store that another holds alone is 134090 at the opening")
    func lockedForAll() throws {
        let store = try BookStore()
        let other = try RawDatabase(store.url, isReadOnly: false)
        try other.rows("PRAGMA locking_mode = EXCLUSIVE")
        try other.rows("BEGIN EXCLUSIVE")
        try other.rows("UPDATE ZBOOK SET ZYEAR = 5")
        expectError(134090, naming: ["Books.sqlite", "locked"]) {
            _ = try store.open([NSPersistentStoreTimeoutOption: 0.1])
        }
        try other.rows("ROLLBACK")
    }

    @Test("check 9 a killed writer in the middle of its transaction blocks nobody")
    func killedHolder() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        let writer = try FaultWriter("batches", url.path)
        _ = writer.line()
        writer.kill()
        _ = try writer.finish()
        let stack = try Stack(at: url, FaultModel.batches(), options: [NSPersistentStoreTimeoutOption: 5])
        let context = stack.context()
        try context.performAndWait {
            FaultModel.insertBatch(1_000_000, into: context)
            try context.save()
        }
    }

    @Test("check 8 a store that is opened twice keeps its locks: nobody who closes it takes the WAL away")
    func openedTwice() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        let wal = {
            try FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.systemFileNumber] as? Int
        }
        try context.performAndWait {
            FaultModel.insertBatch(1, into: context)
            try context.save()
        }
        let before = try wal()
        // A process loses its locks on a file when it closes any descriptor of it, but for those that SQLite knows.
        let second = try Stack(at: url, FaultModel.batches())
        try second.coordinator.remove(second.store)
        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(try FaultWriter("count", url.path, "1").finish().exitCode == 0)
        #expect(try before != nil && wal() == before)
        try context.performAndWait {
            FaultModel.insertBatch(2, into: context)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        #expect(try RawDatabase(url).value("SELECT count(*) FROM ZBATCH") == "2")
    }
}
