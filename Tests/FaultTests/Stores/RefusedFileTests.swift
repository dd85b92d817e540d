// SPDX-License-Identifier: Apache-2.0
// Files in a store's place that are no stores: which error each gives, and that it stays as it is.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: files that are no stores") struct RefusedFileTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Foreign.sqlite")
    }

    private func add(_ url: URL, options: [AnyHashable: Any]? = nil) throws {
        _ = try Stack(at: url, BookStore.model(), options: options)
    }

    /// Every way in gives the same error.
    private func expectNoStore(_ words: String...) {
        let all = ["Foreign.sqlite"] + words
        let error = expectError(259, naming: all, in: folder) { try add(url) }
        #expect(error?.path == url.path)
        expectError(259, naming: all, in: folder) {
            try add(url, options: [NSReadOnlyPersistentStoreOption: true])
        }
        expectError(259, naming: all, in: folder) {
            _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        }
        expectError(259, naming: all, in: folder) {
            try NSPersistentStoreCoordinator.setMetadata(
                ["a": 1], forPersistentStoreOfType: NSSQLiteStoreType, at: url)
        }
        expectError(259, naming: all, in: folder) {
            _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        }
    }

    @Test(
        "STO-6 text, a picture, a property list, one byte, a bare header: 259",
        arguments: [
            Data("Dear diary, this is no database at all.".utf8),
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 9, count: 5_000),
            Data("bplist00".utf8) + Data(count: 100), Data([83]),
            Data("SQLite format 3\0".utf8) + Data(repeating: 7, count: 4_080), Data("SQLite format 3\0".utf8),
        ])
    func foreign(_ content: Data) throws {
        try content.write(to: url)
        expectNoStore()
    }

    @Test("STO-6 a database of SQLite without Core Data's tables is 259, and says so")
    func otherDatabase() throws {
        try Data().write(to: url)
        try RawDatabase(url, isReadOnly: false).rows("CREATE TABLE people (name TEXT)")
        expectNoStore("SQLite database without Core Data's bookkeeping tables")
    }

    @Test("STO-6 views in place of the bookkeeping tables make no store")
    func views() throws {
        try Data().write(to: url)
        let database = try RawDatabase(url, isReadOnly: false)
        for table in ["Z_METADATA", "Z_PRIMARYKEY"] {
            try database.rows(
                "CREATE VIEW \(table) AS SELECT 1 AS Z_VERSION, 'u' AS Z_UUID, x'00' AS Z_PLIST")
        }
        expectNoStore()
    }

    @Test("STO-6 an empty folder in the file's place is refused and stays empty")
    func directory() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        expectNoStore("plain file")
    }

    @Test("STO-6 a pipe or a device in the file's place is refused at once")
    func pipe() throws {
        mkfifo(url.path, 0o600)
        expectError(259, naming: ["Foreign.sqlite", "plain file"]) { try add(url) }
        unlink(url.path)
        symlink("/dev/zero", url.path)
        expectError(259, naming: ["Foreign.sqlite", "plain file"]) { try add(url) }
    }

    @Test("STO-5 a file without bytes becomes a store")
    func empty() throws {
        try Data().write(to: url)
        try add(url)
        #expect(try Data(contentsOf: url).starts(with: Data("SQLite format 3\0".utf8)))
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect((metadata[NSStoreModelVersionHashesKey] as? [String: Data])?.count == 2)
    }

    @Test("STO-5 a missing folder is error 4, names the folder and what to do, and makes nothing")
    func missingFolder() throws {
        let lost = folder.file("nowhere/Lost.sqlite")
        expectError(4, naming: ["Lost.sqlite", "nowhere", "does not exist", "Create"], in: folder) {
            try add(lost)
        }
    }

    @Test("STO-30 a missing file opened read-only is 134080, its metadata are 260, and it is not created")
    func missingReadOnly() throws {
        expectError(134080, naming: ["Foreign.sqlite", "no store"], in: folder) {
            try add(url, options: [NSReadOnlyPersistentStoreOption: true])
        }
        expectError(260, naming: ["Foreign.sqlite", "no store"], in: folder) {
            _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        }
    }

    @Test("STO-30 a file in the folder's place is 134080 and names it")
    func fileAsFolder() throws {
        try Data("text".utf8).write(to: url)
        let below = url.appendingPathComponent("Below.sqlite")
        let before = FolderContent(folder)
        let error = #expect(throws: NSError.self) { try add(below) }
        #expect(
            error?.domain == NSCocoaErrorDomain
                && error?.localizedDescription.contains("Foreign.sqlite") == true)
        #expect(FolderContent(folder) == before)
    }

    @Test(
        "a store cut short at any page gives errors, never stops",
        arguments: [50, 100, 4_096, 12_288, 20_480, 28_672])
    func truncated(_ size: Int) throws {
        let store = try BookStore()
        let whole = try Data(contentsOf: store.url)
        try #require(whole.count > size)
        try whole.prefix(size).write(to: store.url)
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: NSError.self) { try store.readBooks() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.localizedDescription.isEmpty == false)
        #expect(try Data(contentsOf: store.url) == before)
    }
}
