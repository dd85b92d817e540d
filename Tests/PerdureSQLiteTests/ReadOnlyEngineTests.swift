// SPDX-License-Identifier: Apache-2.0
// Stores that are opened for reading only.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: read-only") struct ReadOnlyEngineTests {
    private func isReadOnly(_ error: any Error) -> Bool {
        guard case StoreError.readOnly = error else { return false }
        return true
    }

    @Test("STO-32 STO-213 a read-only store is read, never written, and its bytes stay")
    func neverWritten() throws {
        let folder = try StoreFolder()
        let first = try folder.open()
        let key = try first.insert("Book", ["title": .string("A")])
        try first.engine.close()
        let before = try folder.bytes()
        let store = try folder.open { $0.isReadOnly = true }
        #expect(try store.value(key, "title") == .string("A"))
        #expect(try store.count("Book") == 1)
        #expect(performing: { try store.engine.reserveKey(entity: 1) }, throws: isReadOnly)
        #expect(
            performing: { try store.engine.commit(store.updating(key, ["title": .null], version: 1)) },
            throws: isReadOnly)
        #expect(performing: { try store.engine.setMetadata([:], immediately: false) }, throws: isReadOnly)
        try store.engine.close()
        #expect(try folder.bytes() == before)
    }

    @Test("check 13 a read-only store shows commits that lie in the WAL")
    func commitsInWAL() throws {
        let folder = try StoreFolder()
        let writer = try folder.open()
        let key = try writer.insert("Book", ["title": .string("A")])
        let store = try folder.open { $0.isReadOnly = true }
        #expect(try store.value(key, "title") == .string("A"))
        try writer.update(key, ["title": .string("B")], version: 1)
        #expect(try store.value(key, "title") == .string("B"))
    }

    @Test("STO-30 a missing or empty file is not created by opening it read-only")
    func missing() throws {
        let folder = try StoreFolder()
        #expect(throws: StoreError.self) { try folder.open { $0.isReadOnly = true } }
        #expect(!FileManager.default.fileExists(atPath: folder.path()))
        try Data().write(to: URL(fileURLWithPath: folder.path()))
        #expect(throws: StoreError.self) { try folder.open { $0.isReadOnly = true } }
        #expect(try folder.bytes().isEmpty)
    }

    @Test("looking at a store leaves no side files behind")
    func noTraces() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        #expect(SQLiteStoreFile.isStore(at: folder.path()))
        _ = try SQLiteStoreFile.readMetadata(at: folder.path())
        _ = try SQLiteStoreChecker.check(path: folder.path(), schema: try Schema(TestModel.library))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
    }
}
