// SPDX-License-Identifier: Apache-2.0
// Files that are no stores, or no longer: an error, never a crash, and the file as it was.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: foreign and damaged files") struct ForeignFileTests {
    private func expectNoStore(_ content: Data) throws {
        let folder = try StoreFolder()
        try content.write(to: URL(fileURLWithPath: folder.path()))
        #expect {
            try folder.open()
        } throws: {
            guard case StoreError.notAStore = $0 else { return false }
            return true
        }
        #expect(try folder.bytes() == content)
        #expect(!SQLiteStoreFile.isStore(at: folder.path()))
    }

    @Test("STO-6 a text file is no store and stays as it is")
    func text() throws { try expectNoStore(Data("Dear diary, this is no database at all.".utf8)) }

    @Test("STO-6 a file of one byte is no store")
    func oneByte() throws { try expectNoStore(Data([83])) }

    @Test("STO-6 a binary property list is no store")
    func plist() throws { try expectNoStore(Data("bplist00".utf8) + Data(count: 100)) }

    @Test("STO-63 a header of SQLite with nothing behind it is no store")
    func headerOnly() throws {
        try expectNoStore(Data("SQLite format 3\0".utf8) + Data(repeating: 7, count: 4080))
    }

    @Test("STO-6 a folder is no store")
    func directory() throws {
        let folder = try StoreFolder()
        #expect(throws: StoreError.self) { try folder.open(name: "") }
    }

    @Test("STO-6 a SQLite database of another kind is no store and stays as it is")
    func otherDatabase() throws {
        let folder = try StoreFolder()
        let other = try SQLiteConnection(path: folder.path(), mode: .create, timeout: 1)
        try other.execute("CREATE TABLE people (name TEXT)")
        let before = try folder.bytes()
        #expect {
            try folder.open()
        } throws: {
            guard case StoreError.notAStore = $0 else { return false }
            return true
        }
        #expect(try folder.bytes() == before)
    }

    @Test("STO-63 a truncated store gives errors, not crashes", arguments: [100, 4_096, 8_192, 20_000])
    func truncated(_ size: Int) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(200)
        try store.engine.close()
        let whole = try folder.bytes()
        try whole.prefix(size).write(to: URL(fileURLWithPath: folder.path()))
        #expect(throws: (any Error).self) {
            let damaged = try folder.open()
            _ = try damaged.engine.fetch(FetchPlan(entity: 1))
            let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: damaged.schema)
            if !problems.isEmpty { throw StoreError.notAStore(path: "", reason: "found by the check") }
        }
    }

    @Test("STO-63 changed bytes never crash: an error, other values, or a problem in the check")
    func changedBytes() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(300)
        try store.engine.close()
        let whole = try folder.bytes()
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<60 {
            var damaged = whole
            for _ in 0..<16 {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            try damaged.write(to: URL(fileURLWithPath: folder.path()))
            try? FileManager.default.removeItem(atPath: folder.path("Store.sqlite-wal"))
            try? FileManager.default.removeItem(atPath: folder.path("Store.sqlite-shm"))
            guard let opened = try? folder.open() else { continue }
            _ = try? opened.engine.fetch(FetchPlan(entity: 1))
            _ = try? opened.insert("Book", ["title": .string("new")])
            try opened.engine.close()
        }
        #expect(try folder.bytes().count > 0)
    }

    @Test("a file that lacks a table of the model is a mismatch that names it")
    func missingTable() throws {
        let folder = try StoreFolder()
        try folder.open(
            Array(TestModel.library.prefix(5)).map { entity in
                var entity = entity
                entity.properties.removeAll { $0.name == "tags" }
                return entity
            }
        ).engine.close()
        #expect {
            try folder.open()
        } throws: {
            guard case StoreError.schemaMismatch = $0 else { return false }
            return true
        }
    }
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
