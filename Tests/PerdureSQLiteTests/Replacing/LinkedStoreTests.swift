// SPDX-License-Identifier: Apache-2.0
// A store that is named by a symbolic link to its file: its large values are those beside the file.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: large values of a store that a link names") struct LinkedStoreTests {
    private let folder: StoreFolder
    private let link = "current.sqlite"
    private let cover = StoredValue.data(Data(repeating: 7, count: 200_000))

    /// A folder with a folder for the file, to which the link in the outer one leads.
    init() throws {
        folder = try StoreFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("data"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(link), withDestinationPath: "data/Books.sqlite")
    }

    /// Makes a store with one book, and closes it.
    private func fill(_ name: String) throws -> ObjectKey {
        let store = try folder.open(name: name)
        let key = try store.insert("Book", ["cover": cover])
        try store.engine.close()
        return key
    }

    private func files(_ support: String) -> [String] {
        let path = folder.path("\(support)/_EXTERNAL_DATA")
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private func expectCover(
        of key: ObjectKey, _ name: String, at location: SourceLocation = #_sourceLocation
    )
        throws
    {
        let store = try folder.open(name: name)
        #expect(try store.value(key, "cover") == cover, sourceLocation: location)
        try store.engine.close()
    }

    @Test("STO-60 a store opened through a link reads and writes the large values beside its file")
    func opening() throws {
        let key = try fill("data/Books.sqlite")
        try expectCover(of: key, link)
        let second = try fill(link)
        try expectCover(of: second, "data/Books.sqlite")
        #expect(files("data/.Books_SUPPORT").count == 2)
        let problems = try SQLiteStoreChecker.check(
            path: folder.path(link), schema: try Schema(TestModel.library))
        #expect(problems.isEmpty, "\(problems.map(\.description))")
    }

    @Test("STO-60 a store that is made through a link has its large values beside the new file")
    func making() throws {
        let key = try fill(link)
        #expect(files("data/.Books_SUPPORT").count == 1)
        try expectCover(of: key, "data/Books.sqlite")
        try expectCover(of: key, link)
    }

    @Test("STO-215 PRG-130 a copy of a store that a link names has its large values")
    func copying() throws {
        let key = try fill("data/Books.sqlite")
        try SQLiteStoreFile.copy(from: folder.path(link), to: folder.path("Copy.sqlite"))
        #expect(files(".Copy_SUPPORT").count == 1)
        try expectCover(of: key, "Copy.sqlite")
    }

    @Test("STO-215 a store that is replaced through a link has the source's large values beside its file")
    func replacing() throws {
        _ = try fill("data/Books.sqlite")
        let new = try fill("New.sqlite")
        let names = files(".New_SUPPORT")
        try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path(link))
        #expect(files("data/.Books_SUPPORT") == names)
        try expectCover(of: new, "data/Books.sqlite")
        try expectCover(of: new, link)
    }

    @Test("PRG-21 destroying a store through a link removes the large values beside its file")
    func destroying() throws {
        _ = try fill("data/Books.sqlite")
        try SQLiteStoreFile.destroy(at: folder.path(link))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
        #expect(left == ["Books.sqlite"])
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(link))
        #expect(target == "data/Books.sqlite")
    }

    @Test("STO-60 large values that were written beside the link stay in use through the link")
    func beside() throws {
        let key = try fill("data/Books.sqlite")
        try FileManager.default.moveItem(
            atPath: folder.path("data/.Books_SUPPORT"), toPath: folder.path(".current_SUPPORT"))
        try expectCover(of: key, link)
        try SQLiteStoreFile.copy(from: folder.path(link), to: folder.path("Copy.sqlite"))
        try expectCover(of: key, "Copy.sqlite")
        try SQLiteStoreFile.destroy(at: folder.path(link))
        #expect(files(".current_SUPPORT").isEmpty)
    }
}
