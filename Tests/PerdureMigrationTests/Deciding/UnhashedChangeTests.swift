// SPDX-License-Identifier: Apache-2.0
// Changes of a model that no version hash knows: the store opens as it is, and its indexes follow.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: changes without another version") struct UnhashedChangeTests {
    /// The first version with fetch indexes: name → attributes of books.
    private static func model(_ indexes: [(String, [String])]) -> NSManagedObjectModel {
        let model = LibraryVersions.first()
        guard let book = model.entitiesByName["Book"] else { return model }
        book.indexes = indexes.map { name, attributes in
            NSFetchIndexDescription(
                name: name,
                elements: attributes.compactMap { book.propertiesByName[$0] }.map {
                    NSFetchIndexElementDescription(property: $0, collationType: .binary)
                })
        }
        return model
    }

    private static func indexes(_ file: LibraryFile) throws -> [String] {
        try RawDatabase(file.url).rows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND name LIKE '%book_%'"
                + " ORDER BY name"
        ).map { row in "\(row[0]) \(row[1].drop { $0 != "(" })" }.filter { !$0.hasPrefix("ZBOOK_") }
    }

    @Test(
        "MIG-5 added indexes are made and vanished ones dropped at an opening without options; no row changes"
    )
    func indexes() throws {
        let file = try LibraryFile()
        let rows = try RawDatabase(file.url).rows("SELECT * FROM ZBOOK")
        try file.open(Self.model([("byTitle", ["title"]), ("byPages", ["pages"])]), [:])
        #expect(
            try Self.indexes(file) == [
                "Z_Book_byPages (ZPAGES COLLATE BINARY ASC)", "Z_Book_byTitle (ZTITLE COLLATE BINARY ASC)",
            ])
        // Another definition under the same name, and one that is gone.
        try file.open(Self.model([("byTitle", ["title", "pages"])]), [:])
        #expect(
            try Self.indexes(file) == [
                "Z_Book_byTitle (ZTITLE COLLATE BINARY ASC, ZPAGES COLLATE BINARY ASC)"
            ])
        let cached = try #require(
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file.url))
        #expect(cached.entitiesByName["Book"]?.indexes.map(\.name) == ["byTitle"])
        try file.open(Self.model([]), [:])
        #expect(try Self.indexes(file) == [])
        #expect(try RawDatabase(file.url).rows("SELECT * FROM ZBOOK") == rows)
    }

    @Test("MIG-5 an opening with nothing to do writes nothing; a read-only one never does")
    func nothingToDo() throws {
        let file = try LibraryFile()
        let model = Self.model([("byTitle", ["title"])])
        let before = try file.content()
        try file.open(model, [NSReadOnlyPersistentStoreOption: true])
        #expect(try file.content() == before)
        try file.open(model, [:])
        let after = try file.content()
        #expect(after != before)
        let version = try RawDatabase(file.url).rows("PRAGMA schema_version")
        for _ in 0..<2 { try file.open(Self.model([("byTitle", ["title"])]), [:]) }
        #expect(try file.content() == after)
        #expect(try RawDatabase(file.url).rows("PRAGMA schema_version") == version)
    }

    @Test("MIG-5 indexes of others stay, and so do those of a model that another program may have written")
    func foreign() throws {
        let file = try LibraryFile()
        try file.change(
            "CREATE INDEX mine_book_1 ON ZBOOK (ZPAGES)",
            "CREATE INDEX Z_Book_mine ON ZBOOK (ZTITLE, ZPAGES)",
            "CREATE INDEX Z_Book_byPages ON ZBOOK (ZPAGES DESC)")
        let before = try Self.indexes(file)
        #expect(before.count == 3)
        try file.open(Self.model([("byPages", ["pages"])]), [:])
        #expect(try Self.indexes(file) == before)
        // Without the model in the store nobody knows whose an index is.
        let other = try LibraryFile()
        try other.open(Self.model([("byTitle", ["title"])]), [:])
        try other.forgetModel()
        try other.open(Self.model([]), [:])
        #expect(try Self.indexes(other).count == 1)
        try other.open(Self.model([("byPages", ["pages"])]), [:])
        #expect(try Self.indexes(other).count == 2)
    }

    @Test("MIG-5 an index that the file has under another name is not made again")
    func sameIndex() throws {
        let file = try LibraryFile()
        try file.change("CREATE INDEX ZBOOK_ZTITLE_INDEX ON ZBOOK (ZTITLE)")
        try file.open(Self.model([("byTitle", ["title"])]), [:])
        #expect(try Self.indexes(file) == [])
    }

    @Test("MIG-5 who has the store open goes on while another opening makes an index")
    func openElsewhere() throws {
        let file = try LibraryFile()
        let stack = try Stack(at: file.url, LibraryVersions.first())
        try file.open(Self.model([("byTitle", ["title"])]), [:])
        let context = stack.context()
        let count = try context.performAndWait {
            context.insert("Book", ["title": "Fiasco"])
            try context.save()
            return try context.all("Book").count
        }
        #expect(count == 4)
    }

    @Test("MIG-4 a store whose version is not asked for gets the model's hashes with the next write")
    func ignoredVersion() throws {
        let file = try LibraryFile()
        let other = LibraryVersions.first()
        other.entitiesByName["Book"]?.versionHashModifier = "other"
        let ignoring: [AnyHashable: Any] = [NSIgnorePersistentStoreVersioningOption: true]
        let before = try file.content()
        try file.open(other, ignoring)
        #expect(try file.content() == before)
        #expect(try file.refusal(other, [:]).code == 134100)
        try file.open(other, ignoring) { stack in
            let context = stack.context()
            try context.performAndWait {
                context.insert("Book", ["title": "Fiasco"])
                try context.save()
            }
        }
        try file.open(other, [:])
        #expect(try file.refusal(LibraryVersions.first(), [:]).code == 134100)
        // The model goes with the hashes, so the next migration finds it.
        let cached = try #require(
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file.url))
        #expect(cached.entitiesByName["Book"]?.versionHashModifier == "other")
        try file.open(LibraryVersions.second())
    }
}
