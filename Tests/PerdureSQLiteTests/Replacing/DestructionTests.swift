// SPDX-License-Identifier: Apache-2.0
// Destroying a store that somebody has open, that is damaged, or whose lock another keeps.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: destroying") struct DestructionTests {
    private func expectLoss(
        _ isDestroyed: Bool, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
        guard case .replaced(_, isDestroyed)? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
    }

    @Test(
        "PRG-21a an engine whose store was destroyed reads and writes nothing any more",
        arguments: ["WAL", "DELETE"])
    func openElsewhere(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        let changes = try store.updating(key, ["title": .string("B")], version: 1)
        let number =
            try FileManager.default.attributesOfItem(atPath: folder.path())[.systemFileNumber] as? Int
        try SQLiteStoreFile.destroy(at: folder.path())
        expectLoss(true) { try store.commit(changes) }
        expectLoss(true) { _ = try store.count("Book") }
        expectLoss(true) { _ = try store.engine.reserveKey(entity: key.entity) }
        expectLoss(true) { try store.engine.checkForCommits() }
        let now = try FileManager.default.attributesOfItem(atPath: folder.path())[.systemFileNumber] as? Int
        #expect(number == now)
        #expect(!FileManager.default.fileExists(atPath: folder.path(".Store_SUPPORT")))
        // Another store in the same file, while the first engine is still there.
        let again = try folder.open()
        try again.insert("Book", ["title": .string("new")])
        expectLoss(true) { try store.commit(changes) }
        expectLoss(true) { _ = try store.count("Book") }
        #expect(try again.count("Book") == 1)
    }

    @Test(
        "PRG-21a a store that was made where the old one was destroyed is another one, also at the first look",
        arguments: ["WAL", "DELETE"])
    func madeAgain(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        try SQLiteStoreFile.destroy(at: folder.path())
        let again = try folder.open { $0.pragmas = ["journal_mode": journal] }
        expectLoss(false) { try store.insert("Tag") }
        expectLoss(false) { _ = try store.count("Tag") }
        try again.insert("Tag")
        #expect(try again.count("Tag") == 1)
    }

    @Test("PRG-21a a snapshot that somebody reads stays; a new one is not of another store")
    func snapshots() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A")])
        let snapshot = try #require(try store.engine.readView())
        try SQLiteStoreFile.destroy(at: folder.path())
        #expect(try snapshot.rows(for: [key]).count == 1)
        expectLoss(true) { _ = try store.engine.readView() }
    }

    @Test("PRG-21a nobody has the store open: no bytes, nothing beside it, whatever a kill has left there")
    func leftOvers() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Book", ["cover": .data(Data(count: 300_000))])
        let copies = try StoreFolder()
        for name in ["Store.sqlite", "Store.sqlite-wal", "Store.sqlite-shm"] {
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: copies.path(name))
        }
        try SQLiteStoreFile.destroy(at: copies.path())
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies.url.path) == ["Store.sqlite"])
        #expect(try copies.bytes().isEmpty)
        #expect(try copies.open().count("Book") == 0)
    }

    @Test("PRG-21 a store whose file is gone leaves nothing that a new one would find")
    func missingFile() throws {
        let folder = try StoreFolder()
        try SQLiteStoreFile.destroy(at: folder.path())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        let store = try folder.open()
        try store.insert("Book", ["cover": .data(Data(count: 300_000))])
        try store.engine.close()
        try FileManager.default.removeItem(atPath: folder.path())
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path("Store.sqlite-wal")))
        try SQLiteStoreFile.destroy(at: folder.path())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
    }

    @Test(
        "PRG-21a a lock that is not had in time is busy, and nothing has changed",
        arguments: ["WAL", "DELETE"])
    func locked(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        let other = try folder.raw()
        try other.beginWriting()
        let error = #expect(throws: StoreError.self) {
            try SQLiteStoreFile.destroy(at: folder.path(), timeout: 0.05)
        }
        guard case .busy? = error else { throw try #require(error) }
        other.rollback()
        #expect(try store.value(key, "cover") == .data(Data(count: 300_000)))
        try store.insert("Book", ["title": .string("B")])
        #expect(try store.count("Book") == 2)
    }

    @Test(
        "PRG-21a a damaged store is destroyed, also while somebody has it open",
        arguments: [false, true], ["WAL", "DELETE"])
    func damaged(_ isOpen: Bool, _ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        try store.insertBooks(50)
        if isOpen {
            try store.engine.write { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        } else {
            try store.engine.close()
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path()))
        // The page size and all that follows; the format's name and the journal's kind stay.
        try file.seek(toOffset: 20)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 3_000))
        try SQLiteStoreFile.destroy(at: folder.path())
        try file.close()
        if isOpen { expectLoss(true) { _ = try store.count("Book") } }
        #expect(try folder.open().count("Book") == 0)
    }

    @Test("PRG-21a pages of any size", arguments: [512, 8_192])
    func pageSize(_ size: Int) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["page_size": "\(size)"] }
        try store.insertBooks(200)
        try SQLiteStoreFile.destroy(at: folder.path())
        expectLoss(true) { _ = try store.count("Book") }
        #expect(try folder.raw().first("PRAGMA page_size") { $0.integer(0) } == Int64(size))
    }
}
