// SPDX-License-Identifier: Apache-2.0
// Stores that may not be written: by an option, by their permissions, by their folder's.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: read-only stores") struct ReadOnlyStoreTests {
    private let store: BookStore

    init() throws { store = try BookStore() }

    @Test("STO-32 NSReadOnlyPersistentStoreOption: everything is read, a save is 513, the file stays")
    func option() throws {
        let before = try Data(contentsOf: store.url)
        let stack = try store.open([NSReadOnlyPersistentStoreOption: true])
        let context = stack.context()
        try context.performAndWait {
            let book = try #require(try context.all("Book", by: "title").first)
            #expect(book.value(forKey: "title") as? String == "Book 1")
            book.setValue("Changed", forKey: "title")
            let error = expectError(513, naming: ["Books.sqlite", "read-only", "Roll the context back"]) {
                try context.save()
            }
            #expect(error?.path == store.url.path)
            #expect(context.hasChanges && book.value(forKey: "title") as? String == "Changed")
            context.rollback()
            #expect(!context.hasChanges && book.value(forKey: "title") as? String == "Book 1")
            context.insert("Book")
            expectError(513, naming: ["Books.sqlite"]) { try context.save() }
            context.rollback()
            context.delete(book)
            expectError(513, naming: ["Books.sqlite"]) { try context.save() }
        }
        try stack.coordinator.remove(stack.store)
        #expect(try Data(contentsOf: store.url) == before)
        // SQLite may leave empty side files, which only who may write can remove.
        let wal = FileManager.default.contents(atPath: store.url.path + "-wal")
        #expect((wal ?? Data()).isEmpty)
    }

    @Test(
        "STO-32 a file without the right to write: reading works or is refused by name, a save is 513",
        arguments: [
            (file: 0o444, folder: 0o777), (file: 0o444, folder: 0o555), (file: 0o644, folder: 0o555),
        ])
    func permissions(_ modes: (file: Int, folder: Int)) throws {
        try chmod(store.folder.url, modes.folder)
        try chmod(store.url, modes.file)
        defer { try? chmod(store.folder.url, 0o755) }
        let before = try Data(contentsOf: store.url)
        // Root may write everything, so another user does it.
        let run = try FaultWriter("rename", store.url.path, asNobody: true).finish()
        let line = try #require(run.lines.last, "\(run.errors)")
        #expect(line.hasPrefix("error NSCocoaErrorDomain 513 "), "\(line)")
        #expect(line.contains("Books.sqlite") && line.contains("ermission"), "\(line)")
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test(
        "STO-30 a store that was closed is read where no file beside it can be made",
        arguments: [0o444, 0o644])
    func readingOnly(_ mode: Int) throws {
        try chmod(store.folder.url, 0o555)
        try chmod(store.url, mode)
        defer { try? chmod(store.folder.url, 0o755) }
        let before = try Data(contentsOf: store.url)
        let run = try FaultWriter("look", store.url.path, asNobody: true).finish()
        #expect(run.lines == ["3"], "\(run.errors)")
        #expect(try Data(contentsOf: store.url) == before)
        #expect(FolderContent(store.folder).names == ["Books.sqlite"])
    }

    @Test("STO-32 a file that may not be read is 257 and named")
    func unreadable() throws {
        try chmod(store.url, 0o000)
        let run = try FaultWriter("rename", store.url.path, asNobody: true).finish()
        let line = try #require(run.lines.last, "\(run.errors)")
        #expect(line.hasPrefix("error NSCocoaErrorDomain 257 "), "\(line)")
        #expect(line.contains("Books.sqlite") && line.contains("ermission denied"), "\(line)")
        #expect(line.contains("rights of the file"), "\(line)")
    }

    @Test("STO-32 a new store in a folder that may not be written is refused and named")
    func newStore() throws {
        let folder = try TemporaryFolder()
        try chmod(folder.url, 0o555)
        let run = try FaultWriter("rename", folder.file("New.sqlite").path, asNobody: true).finish()
        let line = try #require(run.lines.last, "\(run.errors)")
        #expect(line.hasPrefix("error NSCocoaErrorDomain "), "\(line)")
        #expect(line.contains("New.sqlite"), "\(line)")
        #expect(FolderContent(folder).names.isEmpty)
    }

    private func chmod(_ url: URL, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }
}
