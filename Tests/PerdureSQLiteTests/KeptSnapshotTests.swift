// SPDX-License-Identifier: Apache-2.0
// Reads that share a transaction: what they must see, and whom they must not get in the way of.

import Foundation
import PerdureBase
import PerdureSQL
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: snapshots that are kept between reads") struct KeptSnapshotTests {
    /// Reads until a snapshot is kept; all reads count as close to each other.
    private func keep(_ store: OpenStore, _ key: ObjectKey, tries: Int = 10) throws -> Bool {
        try store.engine.pool.readAmongMany { ($0 as? SQLiteConnection)?.snapshot.nearness = .max }
        for _ in 0..<tries {
            _ = try store.row(key)
            if isKept(store) { return true }
        }
        return false
    }

    /// Whether the pool's reader keeps a snapshot.
    private func isKept(_ store: OpenStore) -> Bool { store.engine.pool.keepsSnapshots }

    @Test("reads that follow each other keep a snapshot; a single one keeps none")
    func keeping() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A")])
        _ = try store.row(key)
        #expect(!isKept(store))
        #expect(try keep(store, key))
    }

    @Test(
        "SAV-33 the next read sees what another engine or the same one has committed",
        arguments: [false, true])
    func commits(_ isOwn: Bool) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "100"] }
        let key = try store.insert("Book", ["title": .string("0")])
        let writer = isOwn ? store : try folder.open { $0.pragmas = ["wal_autocheckpoint": "100"] }
        for round in 1...300 {
            try #require(try keep(store, key))
            try writer.update(key, ["title": .string("\(round)")], version: nil)
            #expect(try store.value(key, "title") == .string("\(round)"))
        }
    }

    @Test("members and fetches see commits too")
    func membersAndFetches() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let person = try store.insert("Person", ["name": .string("A")])
        for round in 1...50 {
            try #require(try keep(store, person))
            let book = try other.insert("Book", ["author": .reference(person)])
            #expect(try store.members(person, "books").contains(book))
            #expect(try store.count("Book") == round)
        }
    }

    @Test("an idle reader gives its snapshot up, so that others can empty the WAL")
    func idleReaders() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A")])
        let other = try folder.raw()
        #expect(try keep(store, key))
        // It waits for readers, and would be refused after the five seconds of its timeout.
        #expect(try other.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) } == 0)
        #expect(!isKept(store))
    }

    @Test("no snapshot is kept of a large WAL, which is to begin anew, until all of it is in the file")
    func largeLogs() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "0"] }
        let key = try store.insert("Book", ["title": .string("A")])
        try store.insert("Book", ["title": .string(String(repeating: "x", count: 4_000_000))])
        #expect(try !keep(store, key, tries: 20))
        let other = try folder.raw()
        #expect(try other.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(0) } == 0)
        #expect(try keep(store, key))
    }

    @Test("the WAL stays small while reads and saves alternate")
    func alternating() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "100"] }
        let key = try store.insert("Book", ["title": .string("0")])
        for round in 0..<1_500 {
            try store.update(key, ["title": .string("\(round)")], version: nil)
            for _ in 0..<3 { _ = try store.row(key) }
        }
        let size = try FileManager.default.attributesOfItem(atPath: folder.path() + "-wal")[.size] as? Int
        // 1,500 saves write 3,000 pages and more; a save has some pages, and a page 4,120 bytes.
        #expect(try #require(size) < 150 * 4_120)
    }

    @Test("a read that fails, one that needs its own transaction, and the end of the store end a snapshot")
    func endings() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A")])
        try #require(try keep(store, key))
        #expect(throws: StoreError.self) {
            try store.engine.pool.readAmongMany { _ in throw StoreError.cancelled }
        }
        #expect(!isKept(store))
        try #require(try keep(store, key))
        try store.engine.pool.read { connection in
            #expect(!connection.keepsSnapshot)
            try connection.beginReading()
            connection.rollback()
        }
        try #require(try keep(store, key))
        try store.engine.pool.readAmongMany { connection in
            try connection.beginReading()
            #expect(!connection.keepsSnapshot)
            connection.rollback()
        }
        try #require(try keep(store, key))
        try store.engine.close()
        #expect(!FileManager.default.fileExists(atPath: folder.path() + "-wal"))
    }

    @Test("a snapshot whose transaction an error has ended is not taken for the newest state")
    func lostTransactions() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let key = try store.insert("Book", ["title": .string("A")])
        try #require(try keep(store, key))
        try store.engine.pool.readAmongMany { $0.rollback() }
        try other.update(key, ["title": .string("B")], version: nil)
        #expect(try store.value(key, "title") == .string("B"))
    }

    @Test("the rows of a large fetch come without a snapshot, when all are read")
    func largeFetches() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(3_000)
        let other = try folder.raw()
        try #require(try keep(store, store.insert("Book")))
        var (parts, isEmptied) = (0, false)
        let entity = try #require(store.schema.entity(named: "Book"))
        try store.engine.fetch(FetchPlan(entity: entity.number)) { rows in
            rows = []
            parts += 1
            // The first part comes before another thread reads on. It waits until all rows are read, for five seconds at most.
            guard parts == 2 else { return }
            isEmptied = (try? other.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }) == 0
        }
        #expect(isEmptied)
    }

    @Test("a store with another journal, and one that is read-only", arguments: ["DELETE", "TRUNCATE"])
    func otherJournals(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A")])
        #expect(try !keep(store, key, tries: 20))
        let reader = try folder.open { $0.isReadOnly = true }
        #expect(try !keep(reader, key, tries: 20))
        try store.update(key, ["title": .string("B")], version: nil)
        #expect(try reader.value(key, "title") == .string("B"))
        #expect(!FileManager.default.fileExists(atPath: folder.path() + "-shm"))
    }

    @Test("threads that read and a thread that saves: nobody reads less than was saved before")
    func threads() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let key = try store.insert("Book", ["year": .integer(0)])
        let saved = Lock<Int64>(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 1...400 {
                do {
                    if thread == 0 {
                        try other.update(key, ["year": .integer(Int64(round))], version: nil)
                        saved.withLock { $0 = Int64(round) }
                    }
                    let before = saved.withLock { $0 }
                    guard case .integer(let read) = try store.value(key, "year") else { continue }
                    #expect(read >= before)
                } catch {
                    Issue.record(error)
                }
            }
        }
    }
}
