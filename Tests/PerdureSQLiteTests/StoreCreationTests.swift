// SPDX-License-Identifier: Apache-2.0
// New files: what is in them, and that nothing else creates or changes one.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: creation") struct StoreCreationTests {
    @Test("STO-5 a missing file is created, complete and in Core Data's layout")
    func missingFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.engine.close()
        let raw = try folder.raw()
        let tables = try raw.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid") {
            $0.text(0)
        }
        #expect(tables.suffix(3) == ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
        #expect(tables.contains("ZBOOK") && tables.contains("ZPERSON") && !tables.contains("ZPOET"))
        let entities = try EntityRow.all(raw)
        #expect(entities.map(\.name) == ["Book", "Chapter", "Person", "Poet", "Shelf", "Tag"])
        #expect(entities.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(entities.map(\.superentity) == [0, 0, 0, 3, 0, 0])
        #expect(entities.allSatisfy { $0.largestKey == 0 })
    }

    @Test("STO-55 a new file has pages of 4096 bytes, incremental vacuum and a WAL")
    func settings() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let raw = try folder.raw()
        #expect(try raw.first("PRAGMA page_size") { $0.integer(0) } == 4096)
        #expect(try raw.first("PRAGMA auto_vacuum") { $0.integer(0) } == 2)
        #expect(try raw.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        #expect(try raw.first("PRAGMA user_version") { $0.integer(0) } == 0)
        #expect(try raw.first("PRAGMA encoding") { $0.text(0) } == "UTF-8")
        #expect(FileManager.default.fileExists(atPath: folder.path("Store.sqlite-wal")))
        try store.engine.close()
    }

    @Test("STO-5 a file without bytes is filled like a missing one")
    func emptyFile() throws {
        let folder = try StoreFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path()))
        #expect(try folder.open().count("Book") == 0)
    }

    @Test("STO-5 a file whose creation was cut off before its first table is filled")
    func cutOffCreation() throws {
        let folder = try StoreFolder()
        let half = try SQLiteConnection(path: folder.path(), mode: .create, timeout: 1)
        try half.execute("PRAGMA journal_mode = WAL")
        #expect(try folder.bytes().count > 0)
        #expect(try folder.open().count("Book") == 0)
    }

    @Test("STO-5 folders are not created")
    func missingFolder() throws {
        let folder = try StoreFolder()
        #expect {
            try folder.open(name: "no/such/Store.sqlite")
        } throws: {
            guard case StoreError.cannotOpen = $0 else { return false }
            return true
        }
    }

    @Test("opening a store again changes no definition")
    func reopening() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let query = "SELECT sql FROM sqlite_master ORDER BY rowid"
        let before = try folder.raw().all(query) { $0.text(0) }
        try folder.open().engine.close()
        #expect(try folder.raw().all(query) { $0.text(0) } == before)
    }

    @Test("STO-56 pragmas override: journal_mode, page_size")
    func pragmas() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": "DELETE", "page_size": "8192"] }
        let key = try store.insert("Book", ["title": .string("A")])
        #expect(try store.value(key, "title") == .string("A"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("Store.sqlite-wal")))
        #expect(try folder.raw().first("PRAGMA page_size") { $0.integer(0) } == 8192)
    }

    @Test(
        "STO-30 a pragma whose value is more than a word is refused",
        arguments: ["1; DROP TABLE ZBOOK", "", "'x'"])
    func hostilePragma(_ value: String) throws {
        let folder = try StoreFolder()
        #expect(throws: StoreError.self) { try folder.open { $0.pragmas = ["cache_size": value] } }
    }

    @Test("STO-30 analyze and vacuum on open leave the rows alone")
    func maintenance() throws {
        let folder = try StoreFolder()
        let first = try folder.open()
        let key = try first.insert("Book", ["title": .string("A")])
        try first.engine.close()
        let store = try folder.open {
            $0.runsAnalyze = true
            $0.runsVacuum = true
        }
        #expect(try store.value(key, "title") == .string("A"))
    }

    @Test(
        "decision 27 each durability is the setting that its table names",
        arguments: [(.full, 3), (.normal, 1), (.off, 0)] as [(SQLiteOptions.Durability, Int64)])
    func durability(_ level: SQLiteOptions.Durability, _ expected: Int64) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.durability = level }
        let found = try store.engine.write { try $0.first("PRAGMA synchronous") { $0.integer(0) } }
        #expect(found == expected)
        _ = try store.engine.reserveKey(entity: 1)
        #expect(try store.engine.write { try $0.first("PRAGMA synchronous") { $0.integer(0) } } == expected)
    }

    @Test(
        "decision 27 NORMAL is FULL for a rollback journal, in a new file and in an old one",
        arguments: [["journal_mode": "DELETE"], ["journal_mode": "PERSIST", "synchronous": "1"]])
    func rollbackDurability(_ pragmas: [String: String]) throws {
        let folder = try StoreFolder()
        for _ in 0..<2 {
            let store = try folder.open {
                $0.durability = .normal
                $0.pragmas = pragmas
            }
            #expect(try store.engine.write { try $0.first("PRAGMA synchronous") { $0.integer(0) } } == 2)
            try store.engine.close()
        }
        let moved = try folder.open {
            $0.durability = .normal
            $0.pragmas = ["journal_mode": "WAL"]
        }
        #expect(try moved.engine.write { try $0.first("PRAGMA synchronous") { $0.integer(0) } } == 1)
    }

    @Test("STO-52 the path /dev/null is a store in memory")
    func memory() throws {
        let engine = try SQLiteEngine.open(
            SQLiteOptions(path: "/dev/null"), schema: try Schema(TestModel.library))
        let store = OpenStore(engine: engine)
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        #expect(try store.value(key, "title") == .string("A"))
        #expect(try store.value(key, "cover") == .data(Data(count: 300_000)))
    }

    @Test("a store with part of the entities has their tables only")
    func configuration() throws {
        let folder = try StoreFolder()
        let schema = try Schema(TestModel.library)
        let person = try #require(schema.entity(named: "Person")).number
        let poet = try #require(schema.entity(named: "Poet")).number
        let engine = try SQLiteEngine.open(
            SQLiteOptions(path: folder.path()), schema: schema, entities: [person, poet])
        #expect(throws: StoreError.self) { try engine.reserveKey(entity: 1) }
        #expect(try engine.reserveKey(entity: poet) == 1)
    }

    @Test("decision 14 the linked library says its version")
    func version() { #expect(SQLiteEngine.libraryVersion.hasPrefix("3.")) }
}
