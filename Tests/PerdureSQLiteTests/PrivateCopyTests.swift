// SPDX-License-Identifier: Apache-2.0
// Private copies: their limit, and their holes.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: private copies") struct PrivateCopyTests {
    private func blocks(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    @Test("PRG-71 holes of a file are holes of its copy, and the bytes are the same")
    func holes() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let size = try folder.bytes().count
        try #require(truncate(folder.path(), off_t(size + 50 << 20)) == 0)
        let copy = try PrivateStoreCopy(of: folder.path())
        let copied = try Data(contentsOf: URL(fileURLWithPath: copy.path))
        let original = try folder.bytes()
        #expect(copied == original)
        #expect(blocks(copy.path) < 4 << 20)
    }

    @Test("PRG-71 a store above the limit is not copied, and nothing stays behind")
    func limit() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        var place = ""
        var copying = PrivateCopying()
        copying.limit = 1_000
        copying.began = { place = $0 }
        #expect {
            _ = try PrivateStoreCopy(of: folder.path(), copying)
        } throws: {
            guard case StoreError.cannotOpen(_, EFBIG, _) = $0 else { return false }
            return true
        }
        #expect(!place.isEmpty && !FileManager.default.fileExists(atPath: place))
    }

    @Test("a copy goes with its owner")
    func removal() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        var copy: PrivateStoreCopy? = try PrivateStoreCopy(of: folder.path())
        let path = try #require(copy?.path)
        #expect(FileManager.default.fileExists(atPath: path))
        copy = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("PRG-72 an external value above the limit is refused by name, for reading and for writing")
    func externalLimit() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(Data(repeating: 7, count: 300_000))])
        try store.engine.close()
        let small = try folder.open { $0.externalValues.limit = 200_000 }
        let isRefused: (any Error) -> Bool = {
            guard case StoreError.externalData(_, "cover", _, let reason) = $0 else { return false }
            return reason.contains("300000") && reason.contains("200000")
                && reason.contains("largestExternalData")
        }
        #expect(performing: { _ = try small.value(key, "cover") }, throws: isRefused)
        #expect(
            performing: { try small.insert("Book", ["cover": .data(Data(count: 300_000))]) },
            throws: isRefused)
    }

    @Test(
        "PRG-72 a sparse external file of a terabyte is refused before any memory is taken, also by the check"
    )
    func sparseFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(Data(repeating: 7, count: 300_000))])
        let external = ExternalDataFolder(store: folder.path())
        let name = try #require(external.fileNames.first)
        try #require(truncate(external.path + "/" + name, 1 << 40) == 0)
        #expect(throws: StoreError.self) { _ = try store.value(key, "cover") }
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema)
        #expect(problems.contains { $0.message.contains("bytes, and") })
    }

    @Test("PRG-72 the check's engine holds no external value")
    func examined() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(Data(repeating: 7, count: 300_000))])
        try store.engine.close()
        let checked = try folder.open {
            $0.isReadOnly = true
            $0.externalValues.areOnlyExamined = true
        }
        #expect(try checked.value(key, "cover") == .data(Data()))
    }
}
