// SPDX-License-Identifier: Apache-2.0
// Copying and removing stores, and looking at them without a model.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: files") struct MovingTests {
    @Test("STO-102 check 12 a copy has what lies in the WAL, the external data and the identifier")
    func copying() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A"), "cover": .data(Data(count: 300_000))])
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Copy.sqlite"))
        try store.update(key, ["title": .string("later")], version: 1)
        let copy = try folder.open(name: "Copy.sqlite")
        #expect(try copy.value(key, "title") == .string("A"))
        #expect(try copy.value(key, "cover") == .data(Data(count: 300_000)))
        #expect(copy.engine.metadata["NSStoreUUID"] == store.engine.metadata["NSStoreUUID"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.contains("copying") })
    }

    @Test("STO-102 a copy replaces what was there, side files and external data included")
    func replacing() throws {
        let folder = try StoreFolder()
        let old = try folder.open(name: "Old.sqlite")
        try old.insert("Book", ["cover": .data(Data(count: 300_000))])
        try old.engine.close()
        let new = try folder.open()
        try new.insert("Tag")
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Old.sqlite"))
        let replaced = try folder.open(name: "Old.sqlite")
        #expect(try replaced.count("Book") == 0)
        #expect(try replaced.count("Tag") == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path(".Old_SUPPORT")))
    }

    @Test("a copy that fails leaves the destination as it was")
    func failingCopy() throws {
        let folder = try StoreFolder()
        try folder.open().insert("Tag")
        try Data("no store".utf8).write(to: URL(fileURLWithPath: folder.path("Text")))
        #expect(throws: StoreError.self) {
            try SQLiteStoreFile.copy(from: folder.path("Text"), to: folder.path())
        }
        #expect(try folder.open().count("Tag") == 1)
    }

    @Test("PRG-21 STO-101 STO-214 destroying leaves an empty file, and removes side files and external data")
    func destroying() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let uuid = store.engine.metadata["NSStoreUUID"]
        try store.insert("Book", ["cover": .data(Data(count: 300_000))])
        try store.engine.close()
        try SQLiteStoreFile.destroy(at: folder.path())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
        #expect(try folder.bytes().isEmpty)
        try SQLiteStoreFile.destroy(at: folder.path())
        let again = try folder.open()
        #expect(try again.count("Book") == 0)
        #expect(again.engine.metadata["NSStoreUUID"] != uuid)
    }

    @Test("destroying does not touch a file that is no store")
    func destroyingForeignFile() throws {
        let folder = try StoreFolder()
        try Data("my novel, the only copy".utf8).write(to: URL(fileURLWithPath: folder.path()))
        #expect(throws: StoreError.self) { try SQLiteStoreFile.destroy(at: folder.path()) }
        #expect(try folder.bytes().count == 23)
    }

    @Test("entities and their rows are counted without a model")
    func counting() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Person")
        try store.insert("Poet")
        try store.insert("Poet")
        let counts = try SQLiteStoreFile.entityCounts(at: folder.path())
        #expect(counts.map(\.name) == ["Book", "Chapter", "Person", "Poet", "Shelf", "Tag"])
        #expect(counts.map(\.rows) == [0, 0, 1, 2, 0, 0])
    }
}
