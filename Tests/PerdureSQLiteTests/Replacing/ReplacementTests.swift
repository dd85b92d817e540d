// SPDX-License-Identifier: Apache-2.0
// Replacing a store by a copy of another: who has it open, its external data, pages of other sizes, damage.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: replacing") struct ReplacementTests {
    private func expectReplaced(at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
        guard case .replaced(_, false)? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
    }

    /// The names in a store's folder of external data.
    private func files(_ folder: StoreFolder, _ name: String) -> Set<String> {
        let path = folder.path(".\(name)_SUPPORT/_EXTERNAL_DATA")
        return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }

    @Test(
        "PRG-21b a store that somebody has open gets its own backup back: the open engine reads and writes nothing any more",
        arguments: ["WAL", "DELETE"])
    func backup(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Backup.sqlite"))
        try store.update(key, ["title": .string("B"), "cover": .data(Data(count: 200_000))], version: 1)
        let changes = try store.updating(key, ["title": .string("C")], version: 2)
        try SQLiteStoreFile.copy(from: folder.path("Backup.sqlite"), to: folder.path())
        expectReplaced { try store.commit(changes) }
        expectReplaced { _ = try store.value(key, "title") }
        if journal == "WAL" { expectReplaced { _ = try store.engine.readView() } }
        let now = try folder.open()
        #expect(try now.value(key, "title") == .string("A"))
        #expect(try now.value(key, "cover") == .data(Data(count: 300_000)))
        #expect(now.engine.metadata["NSStoreUUID"] == store.engine.metadata["NSStoreUUID"])
        #expect(files(folder, "Store").count == 1)
        // A second time, with the same backup.
        try now.update(key, ["title": .string("D")], version: 1)
        try SQLiteStoreFile.copy(from: folder.path("Backup.sqlite"), to: folder.path())
        expectReplaced { try now.update(key, ["title": .string("E")], version: 2) }
        #expect(try folder.open().value(key, "title") == .string("A"))
    }

    @Test("PRG-21a what others do to the schema or to the UUID of a store does not make it another one")
    func sameStore() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        var metadata = other.engine.metadata
        metadata["NSStoreUUID"] = .string(UUID().uuidString)
        try other.engine.setMetadata(metadata, immediately: true)
        try store.insert("Tag")
        try other.engine.write { try $0.execute("CREATE INDEX Z_Extra ON ZTAG (ZNAME)") }
        try other.insert("Tag")
        #expect(try other.count("Tag") == 2)
        try folder.raw().execute("DROP INDEX Z_Extra")
        #expect(try other.count("Tag") == 2)
        try other.insert("Tag")
    }

    @Test("PRG-21b a store in the place of another: the old one's files go, the new one's come")
    func externalData() throws {
        let folder = try StoreFolder()
        let old = try folder.open(name: "Old.sqlite")
        try old.insert("Book", ["cover": .data(Data(repeating: 1, count: 300_000))])
        let new = try folder.open(name: "New.sqlite")
        let keys = try (2...4).map {
            try new.insert("Book", ["cover": .data(Data(repeating: UInt8($0), count: 300_000))])
        }
        let former = files(folder, "Old")
        try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path("Old.sqlite"))
        let replaced = try folder.open(name: "Old.sqlite")
        for (index, key) in keys.enumerated() {
            #expect(
                try replaced.value(key, "cover") == .data(Data(repeating: UInt8(index + 2), count: 300_000)))
        }
        #expect(files(folder, "Old") == files(folder, "New") && former.isDisjoint(with: files(folder, "Old")))
        expectReplaced { _ = try old.count("Book") }
    }

    @Test(
        "PRG-21b a file of the same name with other bytes keeps them until the step, and does not get into the new store"
    )
    func sameName() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(Data(repeating: 1, count: 300_000))])
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Backup.sqlite"))
        let name = try #require(files(folder, "Store").first)
        let path = folder.path(".Store_SUPPORT/_EXTERNAL_DATA/" + name)
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: path))
        try SQLiteStoreFile.copy(from: folder.path("Backup.sqlite"), to: folder.path())
        #expect(
            try folder.open().value(key, "cover") == .data(Data(repeating: 1, count: 300_000)))
        #expect(files(folder, "Store").count == 1 && !files(folder, "Store").contains(name))
    }

    @Test("PRG-21b a row whose file was lost before is copied as it is")
    func lostFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        let key = try store.insert("Book", ["title": .string("B"), "cover": .data(Data(count: 200_000))])
        let lost = try #require(
            files(folder, "Store").first {
                (try? Data(
                    contentsOf: URL(fileURLWithPath: folder.path(".Store_SUPPORT/_EXTERNAL_DATA/" + $0))))?
                    .count == 300_000
            })
        try FileManager.default.removeItem(atPath: folder.path(".Store_SUPPORT/_EXTERNAL_DATA/" + lost))
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Copy.sqlite"))
        let copy = try folder.open(name: "Copy.sqlite")
        #expect(try copy.count("Book") == 2)
        #expect(try copy.value(key, "cover") == .data(Data(count: 200_000)))
        #expect(files(folder, "Copy").count == 1)
    }

    @Test("PRG-21b pages of another size, in a file that somebody has open", arguments: [512, 8_192])
    func pageSize(_ size: Int) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["page_size": "\(size)"] }
        try store.insertBooks(10)
        let other = try folder.open(name: "Other.sqlite")
        try other.insertBooks(300)
        try SQLiteStoreFile.copy(from: folder.path("Other.sqlite"), to: folder.path())
        expectReplaced { _ = try store.count("Book") }
        #expect(try folder.open().count("Book") == 300)
        #expect(try folder.raw().first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }

    @Test("PRG-21b a damaged store is replaced in one step", arguments: ["WAL", "DELETE"])
    func damaged(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        try store.insertBooks(50)
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Backup.sqlite"))
        try store.engine.close()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path()))
        try file.seek(toOffset: 20)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 3_000))
        try file.close()
        try SQLiteStoreFile.copy(from: folder.path("Backup.sqlite"), to: folder.path())
        #expect(try folder.open().count("Book") == 50)
        #expect(try folder.raw().first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }

    @Test(
        "PRG-21b a journal of either kind, over one of either kind", arguments: ["WAL", "DELETE"],
        ["WAL", "DELETE"])
    func journals(_ old: String, _ new: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": old] }
        try store.insertBooks(3)
        let other = try folder.open(name: "Other.sqlite") { $0.pragmas = ["journal_mode": new] }
        try other.insertBooks(100)
        try SQLiteStoreFile.copy(from: folder.path("Other.sqlite"), to: folder.path())
        expectReplaced { try store.insert("Tag") }
        let now = try folder.open()
        try now.insert("Tag")
        #expect(try now.count("Book") == 100)
    }

    @Test(
        "PRG-21a a lock that is not had in time is busy, and nothing has changed",
        arguments: ["WAL", "DELETE"])
    func locked(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        let new = try folder.open(name: "New.sqlite")
        try new.insert("Book", ["cover": .data(Data(count: 200_000))])
        let other = try folder.raw()
        try other.beginWriting()
        let error = #expect(throws: StoreError.self) {
            try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path(), timeout: 0.05)
        }
        guard case .busy? = error else { throw try #require(error) }
        other.rollback()
        #expect(try store.value(key, "cover") == .data(Data(count: 300_000)))
        try store.insert("Tag")
        #expect(files(folder, "Store").count == 1)
    }

    @Test("PRG-21b a store is not replaced by itself, by whatever name")
    func itself() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Tag")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Link.sqlite"), withDestinationPath: folder.path())
        try SQLiteStoreFile.copy(from: folder.path("Link.sqlite"), to: folder.path())
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path())
        try store.insert("Tag")
        #expect(try store.count("Tag") == 2)
    }

    @Test("PRG-21b a file that is no database is not replaced")
    func foreignFile() throws {
        let folder = try StoreFolder()
        try folder.open(name: "New.sqlite").insert("Tag")
        try Data("my novel, the only copy".utf8).write(to: URL(fileURLWithPath: folder.path()))
        #expect(throws: StoreError.self) {
            try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path())
        }
        #expect(try folder.bytes().count == 23)
    }
}
