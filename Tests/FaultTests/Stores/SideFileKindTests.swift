// SPDX-License-Identifier: Apache-2.0
// What lies beside a store under the names of its side files, but is no file of its own: links, pipes, folders.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: side files that are none") struct SideFileKindTests {
    private let store: BookStore
    private let victim: URL
    private let content = Data("the only copy".utf8)

    init() throws {
        store = try BookStore()
        victim = store.folder.file("victim")
        try content.write(to: victim)
    }

    enum Kind: String, CaseIterable, Sendable { case link, dangling, pipe, folder }

    private func plant(_ kind: Kind, _ path: String) throws {
        switch kind {
        case .link: try #require(symlink(victim.path, path) == 0)
        case .dangling: try #require(symlink(victim.path + ".none", path) == 0)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .folder: try #require(mkdir(path, 0o700) == 0)
        }
    }

    @Test(
        "PRG-71 a side file that is a link, a pipe or a folder is refused at once, and named",
        arguments: ["-wal", "-journal", "-shm"], Kind.allCases)
    func refused(_ suffix: String, _ kind: Kind) throws {
        try plant(kind, store.url.path + suffix)
        for door in Door.allCases {
            let error = #expect(throws: (any Error).self, "\(door)") { _ = try door.take(store) }
            #expect(error.map { "\($0)" }?.contains("Books.sqlite" + suffix) == true, "\(door)")
        }
        #expect(try Data(contentsOf: victim) == content)
        #expect(!FileManager.default.fileExists(atPath: victim.path + ".none"))
    }

    @Test(
        "PRG-70 a side file that has another name is not written to", arguments: ["-wal", "-journal", "-shm"])
    func hardLink(_ suffix: String) throws {
        try Data(count: 40_000).write(to: victim)
        try #require(link(victim.path, store.url.path + suffix) == 0)
        for door in Door.allCases { _ = try? door.take(store) }
        #expect(try Data(contentsOf: victim) == Data(count: 40_000))
        expectError(134080, naming: ["another name", "Books.sqlite" + suffix]) { _ = try store.open() }
        #expect(try Door.readOnly.take(store) == "Book 1, Book 2, Book 3")
    }

    @Test(
        "PRG-70 a link in the place of the folder of external data leads nowhere: nothing is read or removed there"
    )
    func supportFolder() throws {
        let other = store.folder.file("Other")
        let name = UUID().uuidString
        let folder = other.appendingPathComponent("_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: folder.appendingPathComponent(name))
        try #require(symlink(other.path, store.folder.file(".Books_SUPPORT").path) == 0)
        try Data().write(to: URL(fileURLWithPath: store.url.path + "-wal"))
        for door in Door.allCases { _ = try? door.take(store) }
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == content)
        let stack = try store.open()
        let context = stack.context()
        context.performAndWait {
            context.insert("Book", ["cover": Data(repeating: 1, count: 200_000)])
            expectError(134070, naming: ["Book.cover", ".Books_SUPPORT"]) { try context.save() }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }

    @Test("PRG-71 a store with huge holes is refused by size, not copied")
    func holes() throws {
        try store.damage("PRAGMA journal_mode = DELETE")
        var journal = WrittenJournal()
        journal.former = try Data(contentsOf: store.url)
        try journal.write(beside: store.url)
        try #require(truncate(store.url.path, 1 << 40) == 0)
        for door in [Door.readOnly, .metadata, .showing] {
            let error = #expect(throws: (any Error).self) { _ = try door.take(store) }
            #expect(error.map { "\($0)" }?.contains("are allowed") == true)
        }
        let run = try ToolRun("store", "show", store.url.path, "--copy-limit", "0")
        #expect(run.exitCode == 3 && run.errors.contains("--copy-limit"))
    }
}
