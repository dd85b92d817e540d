// SPDX-License-Identifier: Apache-2.0
// Large binary values in files of their own, and what must never be opened in their place.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: external data") struct ExternalDataTests {
    private let small = Data([1, 2, 3])
    private let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

    private func files(_ folder: StoreFolder) -> [String] {
        let path = ExternalDataFolder(store: folder.path()).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private func stored(_ folder: StoreFolder) throws -> Data {
        try #require(try folder.raw().first("SELECT ZCOVER FROM ZBOOK") { $0.blob(0) })
    }

    private func externalDataError(_ error: any Error) -> Bool {
        guard case StoreError.externalData("Book", "cover", _, _) = error else { return false }
        return true
    }

    @Test("SAV-160 a full disk and missing rights are told of external files as of the store itself")
    func fullDisk() throws {
        let folder = ExternalDataFolder(store: try StoreFolder().path())
        let file = ExternalFile(folder: folder, name: UUID().uuidString)
        func told(_ code: Int32) -> StoreError {
            ExternalDataJournal.storeError(ExternalFile.Failure("it failed", code), file, "Book", "cover")
        }
        for code in [ENOSPC, EDQUOT] {
            guard case .database(13, 13, let message, nil) = told(code) else {
                Issue.record("\(told(code))")
                continue
            }
            #expect(message.contains("Book.cover"))
        }
        for code in [EACCES, EPERM, EROFS] {
            guard case .readOnly(folder.path, let reason) = told(code) else {
                Issue.record("\(told(code))")
                continue
            }
            #expect(reason?.contains("Book.cover") == true)
        }
        #expect(externalDataError(told(EIO)))
    }

    @Test("STO-60 a small value stays in the row, behind the marker 01")
    func smallValue() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(small)])
        #expect(try store.value(key, "cover") == .data(small))
        #expect(try stored(folder) == Data([1, 1, 2, 3]))
        #expect(files(folder).isEmpty)
    }

    @Test("STO-60 a large value is a file; the row has marker 02, its name and a zero byte")
    func largeValue() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        #expect(try store.value(key, "cover") == .data(large))
        let name = try #require(files(folder).first)
        #expect(try stored(folder) == Data([2]) + Data(name.utf8) + Data([0]))
        #expect(UUID(uuidString: name)?.uuidString == name)
        let path = folder.path(".Store_SUPPORT/_EXTERNAL_DATA/\(name)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == large)
    }

    @Test("STO-60 the last value that stays in the row has 100 kilobytes", arguments: [102_400, 102_401])
    func threshold(_ count: Int) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let value = Data(repeating: 7, count: count)
        let key = try store.insert("Book", ["cover": .data(value)])
        #expect(try store.value(key, "cover") == .data(value))
        #expect(files(folder).count == (count > 102_400 ? 1 : 0))
    }

    @Test("empty and missing values are told apart")
    func emptyValue() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let empty = try store.insert("Book", ["cover": .data(Data()), "note": .data(Data())])
        let missing = try store.insert("Book")
        #expect(try store.value(empty, "cover") == .data(Data()))
        #expect(try store.value(empty, "note") == .data(Data()))
        #expect(try store.value(missing, "cover") == .null)
    }

    @Test("STO-60 a replaced or deleted value's file goes with the commit")
    func removal() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        let first = files(folder)
        try store.update(key, ["cover": .data(large + small)], version: 1)
        let second = files(folder)
        #expect(second.count == 1 && second != first)
        try store.update(key, ["title": .string("unrelated")], version: 2)
        #expect(files(folder) == second)
        try store.delete(key)
        #expect(files(folder).isEmpty)
    }

    @Test("STO-61 a refused commit leaves no file behind and keeps the old one")
    func refusedCommit() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        let before = files(folder)
        var changes = try store.updating(key, ["cover": .data(large + large)], version: 7)
        changes.insertions = [try store.insertion("Book", ["cover": .data(large)])]
        guard case .conflicts = try store.engine.commit(changes) else {
            Issue.record("a stale version was written")
            return
        }
        #expect(files(folder) == before)
        #expect(try store.value(key, "cover") == .data(large))
    }

    @Test("STO-61 a refused page of an insertion leaves no file behind, and takes none from a row")
    func refusedPage() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        let before = files(folder)
        var page = ChangeSet()
        page.insertions = [try store.insertion("Book", ["cover": .data(large + small)])]
        let stale = try store.updating(key, ["cover": .data(large + large)], version: 7)
        let insertion = try store.engine.beginInsertion(by: CommitAuthor())
        guard case .committed = try insertion.write(page), case .conflicts = try insertion.write(stale) else {
            Issue.record("not what was to be")
            return
        }
        _ = try insertion.prepared().commit()
        #expect(files(folder).count == 2 && Set(files(folder)).isSuperset(of: before))
        #expect(try store.value(key, "cover") == .data(large))
        #expect(try store.value(page.insertions[0].key, "cover") == .data(large + small))
    }

    @Test("SAV-161 an opening removes files without a row only while no row lacks its own")
    func damagedNames() throws {
        let folder = try StoreFolder()
        // A rollback journal cannot tell whether the last process was killed, so each opening looks.
        func open() throws -> OpenStore { try folder.open { $0.pragmas = ["journal_mode": "DELETE"] } }
        let store = try open()
        for value in [large, large + small] { try store.insert("Book", ["cover": .data(value)]) }
        try store.engine.close()
        let named = files(folder)
        let path = ExternalDataFolder(store: folder.path()).path
        let (lost, kept, stray) = (named[0], named[1], UUID().uuidString)
        try FileManager.default.moveItem(atPath: path + "/" + lost, toPath: folder.path("lost"))
        try large.write(to: URL(fileURLWithPath: path + "/" + stray))
        try open().engine.close()
        #expect(Set(files(folder)) == [kept, stray])
        try FileManager.default.moveItem(atPath: folder.path("lost"), toPath: path + "/" + lost)
        try open().engine.close()
        #expect(files(folder) == named)
    }

    @Test("check 31 a missing file is an error of that value")
    func missingFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        let path = ExternalDataFolder(store: folder.path()).path
        try FileManager.default.removeItem(atPath: path + "/" + files(folder)[0])
        #expect(performing: { try store.row(key) }, throws: externalDataError)
    }

    @Test(
        "check 31 names that lead out of the folder are refused",
        arguments: [
            "../../../../etc/passwd", "/etc/passwd", String(repeating: "../", count: 12),
            "00000000-0000-0000-0000-00000000000\u{0}", "",
        ])
    func hostileName(_ name: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(small)])
        let raw = try folder.raw()
        try raw.run("UPDATE ZBOOK SET ZCOVER = ?", [.blob(Data([2]) + Data(name.utf8) + Data([0]))])
        #expect(performing: { try store.row(key) }, throws: externalDataError)
    }

    @Test("check 31 a link, a folder or a pipe in the file's place is refused")
    func notAPlainFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(large)])
        let path = ExternalDataFolder(store: folder.path()).path + "/" + files(folder)[0]
        let replacements: [() throws -> Void] = [
            {
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
            },
            { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) },
            { mkfifo(path, 0o600) },
        ]
        for replace in replacements {
            try FileManager.default.removeItem(atPath: path)
            try replace()
            #expect(performing: { try store.row(key) }, throws: externalDataError)
        }
    }

    @Test("an unknown marker is an error, not data")
    func unknownMarker() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(small)])
        try folder.raw().execute("UPDATE ZBOOK SET ZCOVER = x'07AABB'")
        #expect(performing: { try store.row(key) }, throws: externalDataError)
    }
}
