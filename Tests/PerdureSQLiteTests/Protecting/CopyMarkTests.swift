// SPDX-License-Identifier: Apache-2.0
// The mark in a main file whose newer commits lie in a WAL: who copies the file alone is told, and nobody else.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: copies of the main file alone") struct CopyMarkTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Copies the store's files with these endings.
    @discardableResult
    private func copy(_ endings: String..., to name: String = "Copy.sqlite") throws -> String {
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path(name + ending))
        }
        for ending in endings {
            // Not by this process's own descriptor: closing it would end SQLite's locks.
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/cp")
            process.arguments = [folder.path("Store.sqlite" + ending), folder.path(name + ending)]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        return folder.path(name)
    }

    private func reports(_ path: String) throws -> Bool {
        let isAlone = try CopyMark.isAlone(path)
        let found = try SQLiteStoreChecker.check(path: path, schema: try Schema(TestModel.library))
            .contains { $0.message == CopyMark.problem && $0.severity == .error }
        #expect(isAlone == found)
        return found
    }

    /// What a program sees that knows nothing of the mark.
    private func seenVersion(_ name: String = "Store.sqlite") throws -> String? {
        try RawDatabase(folder.url.appendingPathComponent(name)).value("PRAGMA user_version")
    }

    private func fileVersion(_ name: String = "Store.sqlite") throws -> Int64 {
        try FileHeader(path: folder.path(name)).userVersion
    }

    @Test("REL-12 the main file alone, copied while a store is in use, is reported; with its WAL it is not")
    func copies() throws {
        let store = try folder.open()
        for name in ["A", "B"] { try store.insert("Tag", ["name": .string(name)]) }
        #expect(try reports(copy("")))
        #expect(try !reports(copy("", "-wal")))
        #expect(try folder.open(name: "Copy.sqlite").count("Tag") == 2)
        #expect(try !reports(folder.path()))
        try store.engine.close()
        #expect(try fileVersion() == 0 && !reports(folder.path()) && !reports(copy("")))
    }

    @Test("REL-12 whoever reads the file with its WAL sees no mark, and a checkpoint by anybody takes it out")
    func others() throws {
        let store = try folder.open()
        try store.insert("Tag", ["name": .string("A")])
        #expect(try fileVersion() == CopyMark.value && seenVersion() == "0")
        let other = try RawDatabase(folder.url.appendingPathComponent("Store.sqlite"), isReadOnly: false)
        try other.rows("UPDATE ZTAG SET ZNAME = 'B'")
        #expect(try fileVersion() == CopyMark.value && seenVersion() == "0")
        try other.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try fileVersion() == 0 && !reports(copy("")))
        #expect(try store.count("Tag") == 1)
    }

    @Test("REL-12 after a checkpoint of our own the next commits are marked again")
    func checkpoints() throws {
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "20"] }
        for round in 0..<20 {
            for number in 0..<10 { try store.insert("Tag", ["name": .string("\(round).\(number)")]) }
            #expect(try fileVersion() == CopyMark.value && seenVersion() == "0", "round \(round)")
        }
        #expect(try reports(copy("")))
        #expect(try !reports(copy("", "-wal")))
        #expect(try folder.open(name: "Copy.sqlite").count("Tag") == 200)
    }

    @Test("REL-12 a copy without its WAL opens, and the next save takes the mark out")
    func goingOn() throws {
        let store = try folder.open()
        try store.insert("Tag", ["name": .string("A")])
        try copy("")
        let opened = try folder.open(name: "Copy.sqlite")
        try opened.insert("Tag", ["name": .string("C")])
        #expect(try seenVersion("Copy.sqlite") == "0")
        try opened.engine.close()
        #expect(try !reports(folder.path("Copy.sqlite")))
    }

    @Test("REL-12 a marking that was cut off is not reported, and the next save ends it")
    func cutOff() throws {
        let store = try folder.open()
        try store.insert("Tag")
        let raw = try RawDatabase(folder.url.appendingPathComponent("Store.sqlite"), isReadOnly: false)
        try raw.rows("PRAGMA user_version = \(CopyMark.value)")
        #expect(try !reports(copy("", "-wal")))
        let again = try folder.open(name: "Copy.sqlite")
        try again.insert("Tag")
        #expect(try seenVersion("Copy.sqlite") == "0")
    }

    @Test("REL-12 a backup has no mark, whenever it is made; one of an incomplete copy keeps it")
    func backups() throws {
        let store = try folder.open()
        try store.insert("Tag")
        let raw = try RawDatabase(folder.url.appendingPathComponent("Store.sqlite"), isReadOnly: false)
        for number in [0, CopyMark.value] {
            try raw.rows("PRAGMA user_version = \(number)")
            try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Backup.sqlite"))
            #expect(try !reports(folder.path("Backup.sqlite")))
        }
        try raw.rows("PRAGMA user_version = 0")
        try SQLiteStoreFile.copy(from: copy(""), to: folder.path("Other.sqlite"))
        #expect(try seenVersion("Other.sqlite") == "\(CopyMark.value)")
    }

    @Test("REL-12 stores with a rollback journal, and numbers of a program's own, stay without a mark")
    func without() throws {
        let journal = try folder.open(name: "Journal.sqlite") { $0.pragmas = ["journal_mode": "DELETE"] }
        try journal.insert("Tag")
        #expect(try fileVersion("Journal.sqlite") == 0)
        let own = try folder.open()
        try folder.raw().execute("PRAGMA user_version = 7")
        try own.insert("Tag")
        #expect(try seenVersion() == "7")
        try own.engine.close()
        #expect(try fileVersion() == 7)
    }

    @Test("REL-12 a reader that holds an old state hinders neither saves nor the mark's end")
    func reader() throws {
        let store = try folder.open()
        let view = try #require(try store.engine.readView())
        try withExtendedLifetime(view) {
            for _ in 0..<3 {
                try store.insert("Tag")
                #expect(try seenVersion() == "0")
            }
        }
        #expect(try store.count("Tag") == 3)
    }
}
