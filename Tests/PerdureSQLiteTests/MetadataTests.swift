// SPDX-License-Identifier: Apache-2.0
// Metadata and model cache.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: metadata") struct MetadataTests {
    @Test("STO-40 STO-44 a new store has type, identifier and Core Data's keys")
    func systemKeys() throws {
        let folder = try StoreFolder()
        let metadata = try folder.open {
            $0.initialMetadata = ["NSStoreModelVersionIdentifiers": .array([.string("2")])]
        }
        .engine.metadata
        #expect(metadata["NSStoreType"] == .string("SQLite"))
        #expect(metadata["NSStoreModelVersionHashesVersion"] == .integer(3))
        #expect(metadata["_NSAutoVacuumLevel"] == .string("2"))
        #expect(metadata["NSStoreModelVersionIdentifiers"] == .array([.string("2")]))
        let uuid = try #require(metadata["NSStoreUUID"]?.stringValue)
        #expect(UUID(uuidString: uuid)?.uuidString == uuid)
        #expect(try SQLiteStoreFile.readMetadata(at: folder.path()) == metadata)
    }

    @Test("format 1.2 the identifier stands in its column, not in the property list")
    func identifierColumn() throws {
        let folder = try StoreFolder()
        let metadata = try folder.open().engine.metadata
        let (uuid, plist) = try #require(
            try folder.raw().first("SELECT Z_UUID, Z_PLIST FROM Z_METADATA") { ($0.text(0), $0.blob(1)) })
        #expect(metadata["NSStoreUUID"] == .string(uuid))
        let stored = try #require(try BinaryPropertyList.read(plist).dictionaryValue)
        #expect(stored["NSStoreUUID"] == nil)
        #expect(stored["NSPersistenceFrameworkVersion"] == .integer(1447))
    }

    @Test("STO-41 metadata are written with the next commit; without one they are lost")
    func nextCommit() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var metadata = store.engine.metadata
        metadata["color"] = .string("red")
        try store.engine.setMetadata(metadata, immediately: false)
        #expect(store.engine.metadata["color"] == .string("red"))
        #expect(try SQLiteStoreFile.readMetadata(at: folder.path())["color"] == nil)
        try store.insert("Tag")
        #expect(try SQLiteStoreFile.readMetadata(at: folder.path())["color"] == .string("red"))
    }

    @Test("metadata are written at once when asked to")
    func immediately() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.engine.setMetadata(
            store.engine.metadata.merging(["n": .integer(7)]) { $1 }, immediately: true)
        try store.engine.close()
        #expect(try folder.open().engine.metadata["n"] == .integer(7))
    }

    @Test("STO-43 identifier and type stay when the caller leaves them out")
    func systemKeysStay() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let uuid = store.engine.metadata["NSStoreUUID"]
        try store.engine.setMetadata(["a": .integer(1)], immediately: true)
        #expect(store.engine.metadata["NSStoreUUID"] == uuid)
        #expect(store.engine.metadata["NSStoreType"] == .string("SQLite"))
    }

    @Test("a key that another connection has set survives our own change")
    func othersKeys() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var others = try SQLiteStoreFile.readMetadata(at: folder.path())
        others["theirs"] = .string("kept")
        try SQLiteStoreFile.writeMetadata(others, at: folder.path())
        try store.engine.setMetadata(
            store.engine.metadata.merging(["ours": .integer(1)]) { $1 }, immediately: true)
        let metadata = try SQLiteStoreFile.readMetadata(at: folder.path())
        #expect(metadata["theirs"] == .string("kept"))
        #expect(metadata["ours"] == .integer(1))
    }

    @Test("STO-42 metadata of a closed store are read and written in one transaction")
    func changedAtOnce() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        try SQLiteStoreFile.changeMetadata(at: folder.path(), timeout: 0) { found in
            // Nobody else can write between the look and the change.
            #expect(throws: StoreError.self) {
                try SQLiteStoreFile.changeMetadata(at: folder.path(), timeout: 0) { _ in [:] }
            }
            return found.merging(["x": .integer(1)]) { $1 }
        }
        let metadata = try SQLiteStoreFile.readMetadata(at: folder.path())
        #expect(metadata["x"] == .integer(1) && metadata["NSStoreType"] == .string("SQLite"))
    }

    @Test("STO-42 metadata of a store that is not open are read and written; a missing file is an error")
    func withoutEngine() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        var metadata = try SQLiteStoreFile.readMetadata(at: folder.path())
        metadata["x"] = .boolean(true)
        try SQLiteStoreFile.writeMetadata(metadata, at: folder.path())
        #expect(try SQLiteStoreFile.readMetadata(at: folder.path())["x"] == .boolean(true))
        #expect(throws: StoreError.self) { try SQLiteStoreFile.readMetadata(at: folder.path("None")) }
        #expect(throws: StoreError.self) {
            try SQLiteStoreFile.writeMetadata(metadata, at: folder.path("None"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("None")))
    }

    @Test("damaged metadata are an error that says so")
    func damaged() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        try folder.raw().execute("UPDATE Z_METADATA SET Z_PLIST = x'62706c697374303000'")
        #expect {
            try folder.open()
        } throws: {
            guard case StoreError.invalidMetadata = $0 else { return false }
            return true
        }
    }
}

@Suite("SQLite store: the version of a file that somebody writes to") struct VersionLookTests {
    @Test(
        "MG-19 metadata and model are of one moment, whether or not others have the store open",
        arguments: [true, false])
    func oneMoment(isOpen: Bool) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.modelArchive = { Data("old".utf8) } }
        if !isOpen { try store.engine.close() }
        var looks = 0
        let found = try SQLiteStoreFile.readVersion(at: folder.path(), timeout: 5) { metadata, archive in
            looks += 1
            if looks == 1 { try migrate(folder) }
            return (metadata["version"], try archive())
        }
        #expect(found.1 == Data((found.0 == nil ? "old" : "new").utf8))
        // With locks the first look sees what was there when it began.
        #expect(looks == (isOpen ? 1 : 2))
        withExtendedLifetime(store) {}
    }

    @Test("a look at a file that stays as it is happens once, and leaves no transaction behind")
    func undisturbed() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        var looks = 0
        try SQLiteStoreFile.readVersion(at: folder.path(), timeout: 5) { _, _ in looks += 1 }
        #expect(looks == 1)
        #expect(try folder.open().engine.metadata["NSStoreType"] == .string("SQLite"))
    }

    /// Another process gives the store another version.
    private func migrate(_ folder: StoreFolder) throws {
        var metadata = try SQLiteStoreFile.readMetadata(at: folder.path())
        metadata["version"] = .integer(2)
        let raw = try folder.raw()
        try raw.beginWriting()
        try StoreMetadata.write(metadata, raw)
        try ModelCache.write({ Data("new".utf8) }, raw)
        try raw.commit()
    }
}

@Suite("SQLite store: model cache") struct ModelCacheTests {
    @Test("STO-103 the archive comes back as it was given, deflated without a header in the file")
    func roundTrip() throws {
        let folder = try StoreFolder()
        let archive = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try folder.open { $0.modelArchive = { archive } }.engine.close()
        #expect(try SQLiteStoreFile.readModelArchive(at: folder.path()) == archive)
        let stored = try #require(try folder.raw().first("SELECT Z_CONTENT FROM Z_MODELCACHE") { $0.blob(0) })
        #expect(stored.count < archive.count / 10)
    }

    @Test("a store without a cache, or with an empty one, has no archive")
    func missing() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        #expect(try SQLiteStoreFile.readModelArchive(at: folder.path()) == nil)
        let raw = try folder.raw()
        try raw.execute("INSERT INTO Z_MODELCACHE VALUES (NULL)")
        #expect(try SQLiteStoreFile.readModelArchive(at: folder.path()) == nil)
        try raw.execute("DROP TABLE Z_MODELCACHE")
        #expect(try SQLiteStoreFile.readModelArchive(at: folder.path()) == nil)
    }

    @Test("decision 21 data that expand without end are refused")
    func bomb() throws {
        let bomb = try #require(ModelCache.deflate(Data(count: ModelCache.largestArchive + 1)))
        #expect(bomb.count < 100_000)
        #expect(ModelCache.inflate(bomb) == nil)
    }

    @Test(
        "damaged data are refused",
        arguments: [[], [0xFF], [0x03], [1, 2, 3, 4], [0x62, 0x70]] as [[UInt8]])
    func damaged(_ bytes: [UInt8]) {
        // 03 00 is the empty archive; its first byte alone ends early.
        #expect(ModelCache.inflate(Data(bytes)) == nil)
    }
}
