// SPDX-License-Identifier: Apache-2.0
// Former states of a store that stay readable, and what they must not get in the way of.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: read views") struct ReadViewTests {
    private func readView(_ store: OpenStore) throws -> any StoreReader {
        try #require(try store.engine.readView())
    }

    private func count(_ reader: any StoreReader, _ entity: String) throws -> Int {
        var plan = FetchPlan(entity: try #require(reader.schema.entity(named: entity)).number)
        plan.shape = .count
        guard case .count(let count) = try reader.fetch(plan) else { return -1 }
        return count
    }

    private func value(_ reader: any StoreReader, _ key: ObjectKey, _ name: String) throws -> StoredValue? {
        let slot = try #require(reader.schema[key.entity].slots[name])
        return try reader.rows(for: [key]).first?[slot]
    }

    @Test("CTX-151 a read view gives the rows, members and counts of its moment, whoever writes")
    func keepsItsState() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let person = try store.insert("Person", ["name": .string("A")])
        let book = try store.insert("Book", ["title": .string("Old"), "author": .reference(person)])
        let before = try readView(store)
        try store.update(book, ["title": .string("New"), "author": .null], version: 1)
        try other.insert("Book", ["title": .string("Third")])
        let after = try readView(store)
        try other.delete(book)
        let slot = try store.slot("Person", "books")
        #expect(try value(before, book, "title") == .string("Old"))
        #expect(try before.members(of: slot, for: person) == [book])
        #expect(try count(before, "Book") == 1)
        #expect(try value(after, book, "title") == .string("New"))
        #expect(try after.members(of: slot, for: person).isEmpty)
        #expect(try count(after, "Book") == 2)
        #expect(try value(store.engine, book, "title") == nil)
        #expect(try count(store.engine, "Book") == 1)
    }

    @Test("CTX-153 a store without a WAL has no read views", arguments: ["DELETE", "TRUNCATE", "MEMORY"])
    func withoutWAL(_ journal: String) throws {
        let store = try StoreFolder().open { $0.pragmas = ["journal_mode": journal] }
        #expect(!store.engine.keepsReadViews)
        #expect(try store.engine.readView() == nil)
    }

    @Test("CTX-151 a read view of a store that is opened read-only")
    func readOnly() throws {
        let folder = try StoreFolder()
        let writer = try folder.open()
        let book = try writer.insert("Book", ["title": .string("Old")])
        let reader = try folder.open { $0.isReadOnly = true }
        let before = try readView(reader)
        try writer.update(book, ["title": .string("New")], version: 1)
        #expect(try value(before, book, "title") == .string("Old"))
        #expect(try reader.value(book, "title") == .string("New"))
    }

    @Test("a read view ends with the last reference to it, and the next one uses its connection")
    func ending() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Tag")
        let other = try folder.raw()
        other.lockWait.timeout = 0
        let isHeld = { try other.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) } == 1 }
        var references: [any StoreReader] = [try readView(store)]
        references.append(references[0])
        #expect(try isHeld())
        references.removeLast()
        #expect(try isHeld())
        #expect(try count(references[0], "Tag") == 1)
        references.removeAll()
        #expect(try !isHeld())
        try store.insert("Tag")
        let third = try readView(store)
        #expect(try count(third, "Tag") == 2)
    }

    @Test("STO-60 files of external data stay while a read view may name them")
    func externalFiles() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let path = ExternalDataFolder(store: folder.path()).path
        let files = { try FileManager.default.contentsOfDirectory(atPath: path).count }
        let large = Data(repeating: 7, count: 200_000)
        let book = try store.insert("Book", ["cover": .data(large)])
        var before: (any StoreReader)? = try readView(store)
        try store.update(book, ["cover": .data(large + large)], version: 1)
        let between = try readView(store)
        try store.delete(book)
        #expect(try value(#require(before), book, "cover") == .data(large))
        #expect(try value(between, book, "cover") == .data(large + large))
        #expect(try files() == 2)
        before = nil
        #expect(try files() == 1)
        #expect(try value(between, book, "cover") == .data(large + large))
        try store.engine.close()
        #expect(try files() == 0)
    }

    @Test("commits and checkpoints go on while a read view is open, and the WAL begins again after it")
    func checkpoints() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "20"] }
        let book = try store.insert("Book", ["title": .string("Old")])
        var before: (any StoreReader)? = try readView(store)
        try store.insertBooks(2_000)
        try store.insert("Tag")
        let grown = try folder.bytes("Store.sqlite-wal").count
        try store.insert("Tag")
        #expect(try folder.bytes("Store.sqlite-wal").count > grown)
        #expect(try value(#require(before), book, "title") == .string("Old"))
        #expect(try count(#require(before), "Book") == 1)
        before = nil
        // The first commit is followed by the checkpoint, the next ones begin the WAL again.
        try store.insert("Tag")
        let most = try folder.bytes("Store.sqlite-wal").count
        for _ in 0..<20 { try store.insert("Tag") }
        #expect(try folder.bytes("Store.sqlite-wal").count == most)
        #expect(try store.count("Book") == 2_001)
    }

    @Test("closing a store ends its read views, which say so")
    func closing() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let book = try store.insert("Book")
        let before = try readView(store)
        try store.engine.close()
        #expect(performing: { try before.rows(for: [book]) }, throws: isClosed)
        #expect(performing: { try store.engine.readView() }, throws: isClosed)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Store.sqlite-wal")))
    }

    private func isClosed(_ error: any Error) -> Bool {
        if case StoreError.closed = error { true } else { false }
    }

    @Test("a read view whose transaction was lost gives an error, not the newest state")
    func lostTransaction() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let connection = try folder.raw()
        let lost = ReadViewConnection(connection)
        try store.insert("Tag")
        try connection.beginReading()
        #expect(throws: Never.self) { try lost.statement("SELECT 1") }
        connection.rollback()
        #expect(performing: { try lost.statement("SELECT 1") }, throws: isLost)
    }

    private func isLost(_ error: any Error) -> Bool {
        guard case StoreError.database(_, _, let message, _) = error else { return false }
        return message.contains("was lost")
    }

    @Test("many threads read one read view while another writes")
    func manyThreads() async throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(20)
        let before = try readView(store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<30 { try store.insert("Book") } }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<30 {
                        let count = try count(before, "Book")
                        #expect(count == 20)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try count(readView(store), "Book") == 50)
    }
}
