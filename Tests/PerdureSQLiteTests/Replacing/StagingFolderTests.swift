// SPDX-License-Identifier: Apache-2.0
// The folders beside a store in which its next content is prepared: their names, and what killed processes left of them.

import Foundation
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: folders of replacements") struct StagingFolderTests {
    @Test(
        "PRG-21b what a killed replacing left beside the store goes with the next opening, what is under way stays"
    )
    func abandoned() throws {
        let folder = try StoreFolder()
        let living = try StagingFolder(for: folder.path())
        let dead = folder.path(".Store.sqlite.replacing-2")
        let former = folder.path(".Store.sqlite.replacing-\(UUID().uuidString)")
        let somebodys = folder.path(".Store.sqlite.replacing-notes")
        for path in [dead, former, somebodys] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try Data("draft".utf8).write(to: URL(fileURLWithPath: path + "/draft.sqlite"))
        }
        try folder.open().engine.close()
        #expect(!FileManager.default.fileExists(atPath: dead))
        #expect(FileManager.default.fileExists(atPath: somebodys))
        #expect(FileManager.default.fileExists(atPath: living.path))
        // An opening does not read the folder; a replacement does.
        #expect(FileManager.default.fileExists(atPath: former))
        try folder.open(name: "New.sqlite").engine.close()
        try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path())
        try FileManager.default.removeItem(atPath: folder.path("New.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: former))
        #expect(FileManager.default.fileExists(atPath: living.path))
        living.remove()
        try FileManager.default.removeItem(atPath: somebodys)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["Store.sqlite"])
    }

    @Test("PRG-21b preparations of one store at once have folders of their own, whatever has their names")
    func names() throws {
        let folder = try StoreFolder()
        let file = folder.path(".Store.sqlite.replacing")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        let folders = try (0..<10).map { _ in try StagingFolder(for: folder.path()) }
        #expect(Set(folders.map(\.path)).count == 10)
        #expect(folders[0].path == file + "-2")
        folders[3].remove()
        let next = try StagingFolder(for: folder.path())
        #expect(next.path == folders[3].path)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        for folder in folders + [next] { folder.remove() }
    }
}
