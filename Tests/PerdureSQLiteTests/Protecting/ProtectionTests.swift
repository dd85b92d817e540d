// SPDX-License-Identifier: Apache-2.0
// Checksums of pages beside a store: every turned bit is found, and a store that was written is not called damaged.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: page checksums") struct ProtectionTests {
    private let folder: StoreFolder
    private var url: URL { folder.url.appendingPathComponent("Store.sqlite") }
    private var sums: String { folder.path("Store.sqlite-checksums") }

    init() throws {
        folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(300)
        try store.engine.close()
    }

    private func finding() throws -> ProtectionFinding {
        try #require(try ProtectionFinding.of(folder.path()))
    }

    private func expectUnusable(_ reason: String, at location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: StoreError.self, sourceLocation: location) { try finding() }
        guard case .cannotOpen(_, _, let text)? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
        #expect(text.contains(reason) && text.contains("--remove"), "\(text)", sourceLocation: location)
    }

    @Test(
        "REL-10 with checksums every turned bit of the file is found, and the page is named",
        arguments: Seeds.of("TurnedBitsProtected"))
    func everyBit(_ seed: UInt64) throws {
        #expect(try StoreProtection.protect(folder.path()) == folder.bytes().count / 4096)
        let bits = TurnedBits(url)
        let (count, size) = (TurnedBits.count, try folder.bytes().count)
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<count {
            let bit = Int.random(in: 0..<size * 8, using: &numbers)
            try bits.turn(bit)
            let found = try finding()
            #expect(found.state == .damaged && found.differing == [bit / 8 / 4096 + 1], "bit \(bit)")
            try bits.turn(bit)
        }
        #expect(try finding().state == .intact)
        print("\(count) bits of a protected store turned, \(count) found")
    }

    @Test("REL-10 pages in each other's place, a lost end and new pages are damage too")
    func pages() throws {
        _ = try StoreProtection.protect(folder.path())
        let (bits, content) = (TurnedBits(url), try folder.bytes())
        try bits.keepingTime {
            var swapped = content
            swapped.replaceSubrange(4096..<8192, with: content[8192..<12288])
            swapped.replaceSubrange(8192..<12288, with: content[4096..<8192])
            try swapped.write(to: url)
        }
        #expect(try finding().differing == [2, 3])
        try bits.keepingTime { try content.dropLast(5000).write(to: url) }
        #expect(try finding().state == .damaged && finding().differingCount == 2)
        try bits.keepingTime { try (content + Data(count: 4096)).write(to: url) }
        #expect(try finding().differing == [content.count / 4096 + 1])
        try bits.keepingTime { try content.write(to: url) }
        #expect(try finding().state == .intact)
    }

    @Test("REL-10 protecting changes nothing in a store at rest; commits in the WAL go into the file before")
    func rest() throws {
        let before = try folder.bytes()
        _ = try StoreProtection.protect(folder.path())
        #expect(try folder.bytes() == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(names) == ["Store.sqlite", "Store.sqlite-checksums"])
        // A store whose last connection could not put its WAL away.
        do {
            let store = try folder.open()
            try store.insert("Tag", ["name": .string("new")])
            for end in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: folder.path("Store.sqlite\(end)"), toPath: folder.path("Killed.sqlite\(end)"))
            }
        }
        #expect(try StoreProtection.protect(folder.path("Killed.sqlite")) > 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Killed.sqlite-wal")))
        #expect(try ProtectionFinding.of(folder.path("Killed.sqlite"))?.state == .intact)
        #expect(try folder.open(name: "Killed.sqlite").count("Tag") == 1)
    }

    @Test("REL-10 a store that was written since is of another state, which is no damage")
    func written() throws {
        let pages = try StoreProtection.protect(folder.path())
        let store = try folder.open()
        #expect(try finding().state == .intact)
        try store.insert("Tag", ["name": .string("new")])
        #expect(try finding().hasNewerCommits)
        try store.engine.close()
        let found = try finding()
        #expect(found.state == .older && found.differingCount > 0 && found.pages == pages)
        _ = try StoreProtection.protect(folder.path())
        #expect(try finding().state == .intact && !finding().hasNewerCommits)
        #expect(try StoreProtection.remove(folder.path()))
        #expect(try ProtectionFinding.of(folder.path()) == nil && !StoreProtection.remove(folder.path()))
    }

    @Test("REL-10 a store with a rollback journal is protected too")
    func journal() throws {
        let store = try folder.open { $0.pragmas = ["journal_mode": "DELETE"] }
        try store.insert("Tag")
        try store.engine.close()
        _ = try StoreProtection.protect(folder.path())
        try TurnedBits(url).turn(50_000)
        #expect(try finding().state == .damaged)
        try TurnedBits(url).turn(50_000)
        let again = try folder.open()
        try again.insert("Tag")
        #expect(try finding().state == .older)
    }

    @Test("REL-10 nobody may have the store open while it is summed up")
    func inUse() throws {
        let store = try folder.open()
        #expect(throws: StoreError.self) { try StoreProtection.protect(folder.path()) }
        try store.insert("Tag")
        #expect(throws: StoreError.self) { try StoreProtection.protect(folder.path()) }
        #expect(!FileManager.default.fileExists(atPath: sums))
        try store.insert("Tag")
        #expect(try store.count("Tag") == 2)
    }

    @Test("REL-10 checksums that are damaged, planted or of another version are not used")
    func unusable() throws {
        _ = try StoreProtection.protect(folder.path())
        let file = URL(fileURLWithPath: sums)
        let good = try Data(contentsOf: file)
        for offset in stride(from: 0, to: good.count, by: 7) {
            var bad = good
            bad[offset] ^= 4
            try bad.write(to: file)
            expectUnusable("checksum")
        }
        try good.dropLast(8).write(to: file)
        expectUnusable("cannot be used")
        try Data("short".utf8).write(to: file)
        expectUnusable("cut off")
        try FileManager.default.removeItem(at: file)
        try good.write(to: folder.url.appendingPathComponent("elsewhere"))
        #expect(symlink(folder.path("elsewhere"), sums) == 0)
        expectUnusable("cannot be opened")
        #expect(try StoreProtection.remove(folder.path()) && mkfifo(sums, 0o600) == 0)
        expectUnusable("no plain file")
        // Who protects the store again has a good file.
        _ = try StoreProtection.protect(folder.path())
        #expect(try finding().state == .intact)
    }

    @Test("REL-10 destroying and replacing a store removes the checksums of the old content")
    func replacing() throws {
        _ = try StoreProtection.protect(folder.path())
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Copy.sqlite"))
        #expect(try ProtectionFinding.of(folder.path("Copy.sqlite")) == nil)
        _ = try StoreProtection.protect(folder.path("Copy.sqlite"))
        try SQLiteStoreFile.copy(from: folder.path(), to: folder.path("Copy.sqlite"))
        #expect(try ProtectionFinding.of(folder.path("Copy.sqlite")) == nil)
        #expect(try finding().state == .intact)
        try SQLiteStoreFile.destroy(at: folder.path())
        #expect(!FileManager.default.fileExists(atPath: sums))
    }
}
