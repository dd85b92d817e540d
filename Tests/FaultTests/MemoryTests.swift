// SPDX-License-Identifier: Apache-2.0
// How much memory hostile files take, measured in a process of its own: at most ten times the file, apart
// from what any file takes.

import Foundation
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Hostile input: memory") struct MemoryTests {
    /// What a small file may take: caches, first uses of Foundation, the pages of SQLite.
    private static let base = 24 << 20

    private func expectBounded(_ url: URL, _ size: Int, at location: SourceLocation = #_sourceLocation) throws
    {
        let run = try FaultWriter("peak", url.path).finish()
        let words = try #require(run.lines.last, sourceLocation: location).split(separator: " ", maxSplits: 2)
        #expect(words.dropFirst().first == "error", "\(run.lines)", sourceLocation: location)
        let grown = try #require(Int(words[0]), sourceLocation: location) << 10
        #expect(grown <= max(10 * size, Self.base), "\(grown) bytes for \(size)", sourceLocation: location)
    }

    private func expectBounded(_ data: Data, as name: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file(name)
        try data.write(to: url)
        try expectBounded(url, data.count)
    }

    @Test("check 23 crafted lists as a .mom", arguments: CraftedArchives.all.indices)
    func lists(_ index: Int) throws {
        try expectBounded(CraftedArchives.all[index].data, as: "Crafted.mom")
    }

    @Test("check 23 lists of four megabytes as a .mom", arguments: CraftedArchives.large.indices)
    func largeLists(_ index: Int) throws {
        try expectBounded(CraftedArchives.large[index].data, as: "Large.mom")
    }

    @Test("check 22 hostile sources", arguments: XMLTests.refused.indices)
    func sources(_ index: Int) throws {
        try expectBounded(Data(XMLTests.refused[index].text.utf8), as: "contents")
    }

    @Test("check 22 sources of four megabytes")
    func largeSources() throws {
        let count = 4 << 20
        let texts = [
            "<model>" + String(repeating: "<entity/>", count: count / 9),
            "<model name=\"" + String(repeating: "y", count: count) + "\"",
            "<model>" + String(repeating: "&amp;", count: count / 5),
            "<model " + String(repeating: "a ", count: count / 2),
            "<!--" + String(repeating: "-", count: count), String(repeating: "<", count: count),
        ]
        for text in texts { try expectBounded(Data(text.utf8), as: "contents") }
    }

    @Test("decision 21 a deflate bomb in a store's model cache")
    func deflateBomb() throws {
        let store = try BookStore()
        let bomb = try #require(ModelCache.deflate(Data(count: 200 << 20)))
        try store.damage("UPDATE Z_MODELCACHE SET Z_CONTENT = \(bomb.sqlLiteral)")
        try expectBounded(store.url, FolderContent(store.folder).size)
    }

    @Test("check 30 metadata that claim a gigabyte")
    func claimedBlob() throws {
        let store = try BookStore()
        try store.damage("UPDATE Z_METADATA SET Z_PLIST = zeroblob(4000000)")
        try expectBounded(store.url, FolderContent(store.folder).size)
    }
}
