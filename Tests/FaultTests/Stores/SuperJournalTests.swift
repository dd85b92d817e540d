// SPDX-License-Identifier: Apache-2.0
// A rollback journal can name any file as its super-journal, and SQLite removes that file once it has played the journal
// back. No door to a store does.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A way to a store that a stranger made.
enum Door: String, CaseIterable, Sendable {
    case adding, readOnly, metadata, writingMetadata, cachedModel, replacing, showing, dumping, checking

    static let looking: [Door] = [
        .readOnly, .metadata, .cachedModel, .replacing, .showing, .dumping, .checking,
    ]

    /// Takes the way.
    ///
    /// - Returns: what it says; the titles of the books, where it shows them.
    func take(_ store: BookStore) throws -> String {
        let model = BookStore.model()
        switch self {
        case .adding: return try titles(store.open())
        case .readOnly: return try titles(store.open([NSReadOnlyPersistentStoreOption: true]))
        case .metadata:
            return
                "\(try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url))"
        case .writingMetadata:
            try NSPersistentStoreCoordinator.setMetadata(["A": "b"], type: .sqlite, at: store.url)
            return ""
        case .cachedModel:
            return
                "\(try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url)).entities.count)"
        case .replacing:
            let copy = store.folder.file("Copy.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.replacePersistentStore(
                at: copy, withPersistentStoreFrom: store.url, type: .sqlite)
            return try titles(Stack(at: copy, BookStore.model()))
        case .showing: return try tool("show", store.url.path)
        case .dumping: return try tool("dump", store.url.path, "--entity", "Book")
        case .checking: return try tool("check", store.url.path)
        }
    }

    private func titles(_ stack: Stack) throws -> String {
        let context = stack.context()
        defer { try? stack.coordinator.remove(stack.store) }
        return try context.performAndWait {
            try context.all("Book", by: "title").map { "\($0.value(forKey: "title") ?? "")" }.joined(
                separator: ", ")
        }
    }

    private func tool(_ words: String...) throws -> String {
        let run = try ToolRun(["store"] + words)
        guard run.exitCode == 0 else { throw ToolFailure(errors: run.errors) }
        return run.output
    }
}

/// What the tool complained about.
private struct ToolFailure: Error {
    let errors: String
}

@Suite("Bad input: journals that name a file") struct SuperJournalTests {
    private let store: BookStore
    private let victim: URL
    private let content = Data("the only copy".utf8)

    init() throws {
        store = try BookStore()
        victim = store.folder.file("victim.txt")
        try content.write(to: victim)
    }

    private var journal: URL { URL(fileURLWithPath: store.url.path + "-journal") }

    @Test("PRG-70 the journal of these tests is a real one: plain SQLite removes the file that it names")
    func control() throws {
        try WrittenJournal(superJournal: victim.path).write(beside: store.url)
        _ = try RawDatabase(store.url, isReadOnly: false).value("SELECT COUNT(*) FROM ZBOOK")
        #expect(!FileManager.default.fileExists(atPath: victim.path))
    }

    @Test(
        "PRG-70 a journal that names a file is refused at every door, and no file changes",
        arguments: Door.allCases)
    func refused(_ door: Door) throws {
        try WrittenJournal(superJournal: victim.path).write(beside: store.url)
        let before = FolderContent(store.folder)
        let error = #expect(throws: (any Error).self) { _ = try door.take(store) }
        let words = (error?.localizedDescription ?? "") + (error.map { "\($0)" } ?? "")
        #expect(words.contains(victim.path), "\(words)")
        #expect(FolderContent(store.folder) == before)
        #expect(try Data(contentsOf: victim) == content)
    }

    @Test(
        "PRG-70 the same through a link to the store: the journal lies beside the file itself",
        arguments: Door.allCases)
    func throughLink(_ door: Door) throws {
        let real = store.folder.file("real.sqlite")
        try FileManager.default.moveItem(at: store.url, to: real)
        try FileManager.default.createSymbolicLink(at: store.url, withDestinationURL: real)
        try WrittenJournal(superJournal: victim.path).write(beside: real)
        #expect(throws: (any Error).self) { _ = try door.take(store) }
        #expect(try Data(contentsOf: victim) == content)
    }

    @Test(
        "PRG-70 a journal without a header hides a name for the next rollback: it is not opened for writing")
    func withoutHeader() throws {
        var written = WrittenJournal(superJournal: victim.path)
        written.isFilled = false
        written.padding = 100_000
        try written.write(beside: store.url)
        let words = ["super-journal", victim.path]
        expectError(134080, naming: words, in: store.folder) { _ = try Door.adding.take(store) }
        for door in Door.looking where door != .replacing { _ = try door.take(store) }
        #expect(try Data(contentsOf: victim) == content)
        #expect(FileManager.default.fileExists(atPath: journal.path))
    }

    @Test("PRG-70 PRG-21 destroying a store empties it and removes its journal, and not what that names")
    func destroying() throws {
        try WrittenJournal(superJournal: victim.path).write(beside: store.url)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: BookStore.model())
        try coordinator.destroyPersistentStore(at: store.url, type: .sqlite)
        #expect(FolderContent(store.folder).names == [store.url.lastPathComponent, "victim.txt"])
        #expect(try Data(contentsOf: store.url).isEmpty)
        #expect(try Data(contentsOf: victim) == content)
    }
}

@Suite("Bad input: journals of writers that were cut off") struct LeftJournalTests {
    private let store: BookStore
    private let former = "Book 1, Book 2, Book 3"

    /// A store with a commit that has not come to its end: the file is changed, and the journal knows what it was.
    init() throws {
        store = try BookStore()
        try store.damage("PRAGMA journal_mode = DELETE")
        let before = try Data(contentsOf: store.url)
        try store.damage("UPDATE ZBOOK SET ZTITLE = 'never committed'")
        var journal = WrittenJournal()
        journal.former = before
        try journal.write(beside: store.url)
    }

    @Test("PRG-70 whoever looks sees what was committed, and changes no file", arguments: Door.looking)
    func looking(_ door: Door) throws {
        let before = FolderContent(store.folder)
        let said = try door.take(store)
        #expect(!said.contains("never committed"))
        if [.readOnly, .replacing].contains(door) { #expect(said == former) }
        if door == .dumping { #expect(said.contains("Book 2")) }
        for name in ["Copy.sqlite", "Copy.sqlite-wal", "Copy.sqlite-shm"] {
            try? FileManager.default.removeItem(at: store.folder.file(name))
        }
        #expect(FolderContent(store.folder) == before)
    }

    @Test("PRG-70 opening for writing plays the journal back, in the file")
    func writing() throws {
        #expect(try Door.adding.take(store) == former)
        #expect(!FileManager.default.fileExists(atPath: store.url.path + "-journal"))
    }

    @Test(
        "PRG-70 a journal beside a file in WAL mode is played back before the file is read",
        arguments: Door.looking)
    func inWALMode(_ door: Door) throws {
        let store = try BookStore()
        let before = try Data(contentsOf: store.url)
        try store.damage("UPDATE ZBOOK SET ZTITLE = 'never committed'")
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: store.url.path + suffix)
        }
        var journal = WrittenJournal()
        journal.former = before
        try journal.write(beside: store.url)
        let said = try door.take(store)
        #expect(!said.contains("never committed"))
        if [.readOnly, .replacing].contains(door) { #expect(said == former) }
    }
}
