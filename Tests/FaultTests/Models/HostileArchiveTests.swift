// SPDX-License-Identifier: Apache-2.0
// The crafted archives in every place where a file can have one: a model, a store's metadata, its model
// cache, a transformable value.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Hostile input: property lists and archives") struct HostileArchiveTests {
    @Test("check 23 as a .mom they are 259", arguments: CraftedArchives.all.indices)
    func models(_ index: Int) throws {
        let (_, data) = CraftedArchives.all[index]
        let folder = try TemporaryFolder()
        let url = folder.file("Crafted.mom")
        try data.write(to: url)
        expectError(259, naming: ["Crafted.mom"], in: folder) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
    }

    @Test(
        "check 23 as a store's metadata they are 259, and the file stays",
        arguments: CraftedArchives.lists.indices)
    func metadata(_ index: Int) throws {
        let (_, data) = CraftedArchives.lists[index]
        let store = try BookStore()
        try store.damage("UPDATE Z_METADATA SET Z_PLIST = \(data.sqlLiteral)")
        let words = ["Books.sqlite", "metadata"]
        let error = expectError(259, naming: words, in: store.folder) { _ = try store.open() }
        #expect(error?.path == store.url.path)
        expectError(259, naming: words, in: store.folder) {
            _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        }
    }

    @Test(
        "check 23 lists that are no metadata do not open as a store of the model",
        arguments: CraftedArchives.strangers.indices)
    func strangeMetadata(_ index: Int) throws {
        let (name, data) = CraftedArchives.strangers[index]
        let store = try BookStore()
        try store.damage("UPDATE Z_METADATA SET Z_PLIST = \(data.sqlLiteral)")
        let before = FolderContent(store.folder)
        let error = #expect(throws: NSError.self, "\(name)") { _ = try store.open() }
        #expect(error?.code == 259 || error?.code == 134100, "\(name)")
        #expect(FolderContent(store.folder) == before)
    }

    @Test(
        "check 23 as a model cache they are 259; with a model the store opens",
        arguments: CraftedArchives.all.indices)
    func modelCache(_ index: Int) throws {
        let (_, data) = CraftedArchives.all[index]
        let store = try BookStore()
        let content = try #require(ModelCache.deflate(data))
        try store.damage("UPDATE Z_MODELCACHE SET Z_CONTENT = \(content.sqlLiteral)")
        expectError(259, naming: ["Books.sqlite"], in: store.folder) {
            _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url)
        }
        #expect(try store.readBooks().count == 3)
    }

    @Test(
        "check 24 as a transformable value they are bytes: nothing is made of them",
        arguments: CraftedArchives.all.indices)
    func transformable(_ index: Int) throws {
        let (_, data) = CraftedArchives.all[index]
        let store = try BookStore()
        try store.damage("UPDATE ZBOOK SET ZEXTRA = \(data.sqlLiteral)")
        let extra = try #require(try store.readBooks().first?["extra"])
        #expect(extra as? Data == data)
    }

    @Test("check 23 changed bytes of metadata and cache end in errors of Cocoa's, or open")
    func changedBytes() throws {
        let store = try BookStore()
        let plist = try #require(try RawDatabase(store.url).value("SELECT Z_PLIST FROM Z_METADATA"))
        let cache = try #require(try RawDatabase(store.url).value("SELECT Z_CONTENT FROM Z_MODELCACHE"))
        let columns = [("Z_METADATA", "Z_PLIST", plist), ("Z_MODELCACHE", "Z_CONTENT", cache)]
        var generator = SeededNumbers(seed: 11)
        for (table, column, literal) in columns {
            let whole = try #require(Data(sqlLiteral: literal))
            for _ in 0..<60 {
                let changed = whole.changing(1...4, from: 0, &generator)
                try store.damage("UPDATE \(table) SET \(column) = \(changed.sqlLiteral)")
                do {
                    _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url)
                    _ = try store.open()
                } catch {
                    #expect((error as NSError).domain == NSCocoaErrorDomain, "\(error)")
                    #expect(error.localizedDescription.contains("Books.sqlite"), "\(error)")
                }
            }
            try store.damage("UPDATE \(table) SET \(column) = \(literal)")
        }
        #expect(try store.readBooks().count == 3)
    }
}

extension Data {
    /// The data as SQL writes them.
    var sqlLiteral: String { "x'" + map { String(format: "%02x", $0) }.joined() + "'" }

    /// The data of a literal.
    init?(sqlLiteral text: String) {
        guard text.hasPrefix("x'"), text.hasSuffix("'") else { return nil }
        let digits = Array(text.dropFirst(2).dropLast())
        self.init()
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
            append(byte)
        }
    }
}
