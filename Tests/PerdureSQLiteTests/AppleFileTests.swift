// SPDX-License-Identifier: Apache-2.0
// Files that Apple's tools wrote: what can be read without their models. Skipped where the fixtures
// are not there.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: Apple's files", .enabled(if: AppleFiles.folder != nil, "no fixtures"))
struct AppleFileTests {
    @Test("STO-65 metadata, entities and model caches are readable and the files untouched")
    func readable() throws {
        let folder = try StoreFolder()
        for file in try AppleFiles.copies(to: folder.url) {
            let before = try Data(contentsOf: file)
            let metadata = try SQLiteStoreFile.readMetadata(at: file.path)
            #expect(metadata["NSStoreType"] == .string("SQLite"), "\(file.path)")
            #expect(metadata["NSStoreModelVersionHashesVersion"] == .integer(3))
            #expect(try !SQLiteStoreFile.entityCounts(at: file.path).isEmpty)
            if let archive = try SQLiteStoreFile.readModelArchive(at: file.path) {
                #expect(archive.starts(with: Data("bplist00".utf8)))
            }
            #expect(try Data(contentsOf: file) == before)
        }
    }

    @Test("decision 23 every trigger that Apple wrote is of a known family")
    func triggers() throws {
        var count = 0
        let folder = try StoreFolder()
        for file in try AppleFiles.copies(to: folder.url) {
            let triggers = try SQLiteStoreFile.reading(file.path) {
                try StoreTriggers.read($0, .withoutModel)
            }
            #expect(triggers.areAllExpected, "\(file.path): \(triggers.unexpected)")
            count += triggers.count
        }
        #expect(count > 100)
    }

    @Test("STO-42 metadata that are written to a file of Apple's keep every other key")
    func writing() throws {
        let folder = try StoreFolder()
        let file = try #require(try AppleFiles.copies(to: folder.url).first)
        var metadata = try SQLiteStoreFile.readMetadata(at: file.path)
        let before = metadata
        metadata["perdure"] = .integer(1)
        try SQLiteStoreFile.writeMetadata(metadata, at: file.path)
        var after = try SQLiteStoreFile.readMetadata(at: file.path)
        after["perdure"] = nil
        #expect(after == before)
    }
}

/// Copies of the stores among the fixtures.
enum AppleFiles {
    static let folder: URL? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = root.deletingLastPathComponent().appendingPathComponent("shared/fixtures/stores")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    /// All stores that are complete, each with its WAL.
    static func copies(to target: URL) throws -> [URL] {
        let folder = try #require(folder)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sqlite") }.sorted()
        return try files.enumerated().compactMap { index, name in
            let directory = target.appendingPathComponent("\(index)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let source = folder.appendingPathComponent(name).path
            let copy = directory.appendingPathComponent("Store.sqlite")
            try FileManager.default.copyItem(atPath: source, toPath: copy.path)
            if FileManager.default.fileExists(atPath: source + "-wal") {
                try FileManager.default.copyItem(atPath: source + "-wal", toPath: copy.path + "-wal")
            }
            return SQLiteStoreFile.isStore(at: copy.path) ? copy : nil
        }
    }
}
