// SPDX-License-Identifier: Apache-2.0
// Two stores whose names differ only in the extension keep their large values in one folder, and lose none to each other.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: a folder of large values that two stores share") struct SharedFolderTests {
    private let external = ".Books_SUPPORT/_EXTERNAL_DATA"

    private func cover(_ byte: UInt8) -> StoredValue { .data(Data(repeating: byte, count: 200_000)) }

    /// Makes a store with one book, and closes it.
    private func fill(_ folder: StoreFolder, _ name: String, _ byte: UInt8) throws -> ObjectKey {
        let store = try folder.open(name: name)
        let key = try store.insert("Book", ["cover": cover(byte)])
        try store.engine.close()
        return key
    }

    private func expectCover(
        _ byte: UInt8, of key: ObjectKey, in folder: StoreFolder, _ name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try folder.open(name: name).value(key, "cover")
        #expect(found == cover(byte), sourceLocation: location)
    }

    private func files(_ folder: StoreFolder) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(external))) ?? []
    }

    /// Adds a file that no row names.
    private func plant(_ folder: StoreFolder) throws -> String {
        let path = folder.path("\(external)/\(UUID().uuidString)")
        try Data(count: 10).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(
        "PRG-21 STO-60 destroying a store keeps the large values of one whose name differs in the extension",
        arguments: ["WAL", "DELETE"], [false, true])
    func destroying(_ journal: String, _ isOpen: Bool) throws {
        let folder = try StoreFolder()
        let old = try folder.open(name: "Books.db") { $0.pragmas = ["journal_mode": journal] }
        try old.insert("Book", ["cover": cover(1)])
        if !isOpen { try old.engine.close() }
        let key = try fill(folder, "Books.sqlite", 2)
        try withExtendedLifetime(old) { try SQLiteStoreFile.destroy(at: folder.path("Books.db")) }
        try expectCover(2, of: key, in: folder, "Books.sqlite")
        #expect(try folder.open(name: "Books.db").count("Book") == 0)
    }

    @Test("PRG-21 STO-60 the folder of another store is nothing that a missing store has left")
    func missing() throws {
        let folder = try StoreFolder()
        let key = try fill(folder, "Books.sqlite", 1)
        try SQLiteStoreFile.destroy(at: folder.path("Books.db"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("Books.db")))
        try expectCover(1, of: key, in: folder, "Books.sqlite")
    }

    @Test(
        "PRG-21 STO-60 the last of two stores takes the folder with it, with the files that the first had left"
    )
    func last() throws {
        let folder = try StoreFolder()
        _ = try fill(folder, "Books.db", 1)
        _ = try fill(folder, "Books.sqlite", 2)
        try SQLiteStoreFile.destroy(at: folder.path("Books.db"))
        #expect(files(folder).count == 2)
        try SQLiteStoreFile.destroy(at: folder.path("Books.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(".Books_SUPPORT")))
    }

    @Test("PRG-21b STO-60 a copy in the same folder has files of its own")
    func copying() throws {
        let folder = try StoreFolder()
        let key = try fill(folder, "Books.sqlite", 1)
        try SQLiteStoreFile.copy(from: folder.path("Books.sqlite"), to: folder.path("Books.backup"))
        #expect(files(folder).count == 2)
        let store = try folder.open(name: "Books.sqlite")
        try store.delete(key)
        try store.engine.close()
        try expectCover(1, of: key, in: folder, "Books.backup")
        try SQLiteStoreFile.copy(from: folder.path("Books.backup"), to: folder.path("Books.sqlite"))
        try SQLiteStoreFile.destroy(at: folder.path("Books.backup"))
        try expectCover(1, of: key, in: folder, "Books.sqlite")
    }

    @Test("PRG-21b STO-60 a copy gives each of several files one new name, and all rows that name it follow")
    func renaming() throws {
        let folder = try StoreFolder()
        let store = try folder.open(name: "Books.sqlite")
        let keys = try (1...3).map { try store.insert("Book", ["cover": cover(UInt8($0))]) }
        try store.engine.close()
        let before = Set(files(folder))
        try SQLiteStoreFile.copy(from: folder.path("Books.sqlite"), to: folder.path("Books.backup"))
        #expect(files(folder).count == 6 && before.isSubset(of: files(folder)))
        for (index, key) in keys.enumerated() {
            try expectCover(UInt8(index + 1), of: key, in: folder, "Books.sqlite")
            try expectCover(UInt8(index + 1), of: key, in: folder, "Books.backup")
        }
    }

    @Test("PRG-21b STO-60 replacing a store keeps the large values of one that shares its folder")
    func replacing() throws {
        let folder = try StoreFolder()
        _ = try fill(folder, "Books.db", 1)
        let kept = try fill(folder, "Books.sqlite", 2)
        let new = try fill(folder, "New.sqlite", 3)
        try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path("Books.db"))
        try expectCover(3, of: new, in: folder, "Books.db")
        try expectCover(2, of: kept, in: folder, "Books.sqlite")
    }

    @Test(
        "SAV-161 STO-60 an opening after a crash removes files without a row, unless they may be another store's",
        arguments: [false, true])
    func sweeping(_ isShared: Bool) throws {
        let source = try StoreFolder()
        let store = try source.open(name: "Books.db")
        let key = try store.insert("Book", ["cover": cover(1)])
        let folder = try StoreFolder()
        for name in ["Books.db", "Books.db-wal", "Books.db-shm", ".Books_SUPPORT"] {
            try FileManager.default.copyItem(atPath: source.path(name), toPath: folder.path(name))
        }
        try store.engine.close()
        let stray = try plant(folder)
        let other = isShared ? try fill(folder, "Books.sqlite", 2) : nil
        try expectCover(1, of: key, in: folder, "Books.db")
        if let other { try expectCover(2, of: other, in: folder, "Books.sqlite") }
        #expect(FileManager.default.fileExists(atPath: stray) == isShared)
    }

    @Test("a check does not blame a store for the files of another")
    func checking() throws {
        let folder = try StoreFolder()
        _ = try fill(folder, "Books.db", 1)
        let schema = try Schema(TestModel.library)
        let stray = try plant(folder)
        let alone = try SQLiteStoreChecker.check(path: folder.path("Books.db"), schema: schema)
        #expect(alone.contains { $0.object == URL(fileURLWithPath: stray).lastPathComponent })
        _ = try fill(folder, "Books.sqlite", 2)
        let shared = try SQLiteStoreChecker.check(path: folder.path("Books.db"), schema: schema)
        #expect(shared.isEmpty, "\(shared.map(\.description))")
    }

    @Test(
        "STO-60 stores share a folder when their names differ only in the last extension",
        arguments: [
            ("Books.sqlite", true), ("Books", true), ("Books.db-wal", false), ("Books.db-checksums", false),
            ("Books.db.sqlite", false), ("Bookshelf.sqlite", false), ("Other.db", false),
        ])
    func names(_ name: String, _ isShared: Bool) throws {
        let folder = try StoreFolder()
        let header = Data("SQLite format 3\0".utf8) + Data(count: 84)
        for file in ["Books.db", name] { try header.write(to: URL(fileURLWithPath: folder.path(file))) }
        #expect(SharedSupportFolder(of: folder.path("Books.db")).hasOtherStore == isShared)
    }

    @Test("STO-60 other files, folders and links to the store itself share no folder with it")
    func otherFiles() throws {
        let folder = try StoreFolder()
        try folder.open(name: "Books.db").engine.close()
        try Data("a list of books, longer than a header".utf8).write(
            to: URL(fileURLWithPath: folder.path("Books.txt")))
        try Data().write(to: URL(fileURLWithPath: folder.path("Books.new")))
        try FileManager.default.createDirectory(
            atPath: folder.path("Books.app"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Books.link"), withDestinationPath: folder.path("Books.db"))
        #expect(!SharedSupportFolder(of: folder.path("Books.db")).hasOtherStore)
    }
}
