// SPDX-License-Identifier: Apache-2.0
// The columns of composite attributes are Core Data's: named by the element alone, numbered where a name is taken.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Columns of composite attributes") struct ElementColumnTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Books.sqlite")
        try CompositeShelf.createStore(at: url)
        stack = try Stack(at: url, CompositeShelf.model())
        context = stack.context()
    }

    private func row(_ columns: String) throws -> [[String]] {
        try RawDatabase(url).rows("SELECT \(columns) FROM ZBOOK ORDER BY Z_PK")
    }

    @Test("MOD-136 each element has the column that Core Data gives it, in Core Data's order")
    func table() throws {
        #expect(
            try RawDatabase(url).value("SELECT sql FROM sqlite_master WHERE name = 'ZBOOK'")
                == "CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZYEAR INTEGER, "
                + "ZREADER1 INTEGER, ZHEIGHT FLOAT, ZID VARCHAR, ZPLACE VARCHAR, ZID1 VARCHAR, ZREADER VARCHAR, "
                + "ZKIND VARCHAR, ZID2 VARCHAR, ZTITLE VARCHAR )")
        #expect(
            try row("ZID, ZPLACE, ZYEAR, ZID1, ZREADER, ZHEIGHT, ZKIND, ZID2, ZREADER1, ZTITLE")
                == [
                    ["a1", "Lisbon", "1888", "b1", "Rui", "21.5", "linen", "c1", "1", "First"],
                    ["a2", "NULL", "NULL", "b2", "NULL", "NULL", "NULL", "NULL", "NULL", "Second"],
                ])
    }

    @Test("MOD-136 what Core Data has written is read into the right attributes")
    func reads() throws {
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE ZBOOK SET ZID = 'author', ZID1 = 'book', ZID2 = 'cover', ZREADER = 'keeper' WHERE Z_PK = 1"
        )
        let fresh = try Stack(at: url, CompositeShelf.model())
        let context = fresh.context()
        try context.performAndWait {
            let book = try #require(try context.all("Book", "title == 'First'").first)
            #expect(book.value(forKey: "id") as? String == "book")
            #expect(book.value(forKeyPath: "author.id") as? String == "author")
            #expect(book.value(forKeyPath: "size.cover.id") as? String == "cover")
            #expect(book.value(forKeyPath: "keeper.reader") as? String == "keeper")
            #expect(book.value(forKeyPath: "reader.name") as? String == "Ana")
        }
    }

    @Test(
        "MOD-132 predicates, sorting and dictionaries take the element's column",
        arguments: [
            ("author.id == 'a1'", "First"), ("id == 'b2'", "Second"), ("size.cover.id == 'c1'", "First"),
            ("keeper.reader == 'Rui'", "First"), ("reader.name == 'Ana'", "First"),
            ("reader == nil", "Second"), ("author.year == 1888", "First"), ("author.place == nil", "Second"),
        ])
    func predicates(format: String, title: String) throws {
        try context.performAndWait {
            let books = try context.all("Book", format)
            #expect(books.map { $0.value(forKey: "title") as? String } == [title])
        }
    }

    @Test("MOD-132 a dictionary result and a sort descriptor name elements")
    func dictionaries() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Book")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["id", "author.id", "size.cover.id"]
            request.sortDescriptors = [NSSortDescriptor(key: "author.id", ascending: false)]
            let rows = try context.fetch(request)
            #expect(rows.map { $0["id"] as? String } == ["b2", "b1"])
            #expect(rows.map { $0["author.id"] as? String } == ["a2", "a1"])
            #expect(rows.map { $0["size.cover.id"] as? String } == [nil, "c1"])
        }
    }

    @Test("STO-163 a batch update with the key of an element writes that element's column")
    func batches() throws {
        try context.performAndWait {
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.propertiesToUpdate = [
                "author.id": "new", "size.cover.id": NSExpression(format: "id"),
            ]
            request.predicate = NSPredicate(format: "author.id == 'a1'")
            try context.execute(request)
        }
        #expect(try row("ZID, ZID1, ZID2").first == ["new", "b1", "b1"])
    }

    @Test("MOD-84 indexes and constraints stand on the columns of elements")
    func indexes() throws {
        let indexes = try RawDatabase(url).rows(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZBOOK' ORDER BY name")
        #expect(
            indexes.map { $0[0] } == [
                "CREATE INDEX ZBOOK_ZREADER1_INDEX ON ZBOOK (ZREADER1)",
                "CREATE UNIQUE INDEX Z_Book_UNIQUE_id ON ZBOOK (ZID1 COLLATE BINARY ASC)",
                "CREATE INDEX Z_Book_byYear ON ZBOOK (ZYEAR COLLATE BINARY ASC)",
            ])
    }

    @Test("a history names the composite that a save has changed")
    func history() throws {
        let url = folder.file("History.sqlite")
        try CompositeShelf.createStore(at: url, options: [NSPersistentHistoryTrackingKey: true])
        let stack = try Stack(
            at: url, CompositeShelf.model(), options: [NSPersistentHistoryTrackingKey: true])
        let context = stack.context()
        try context.performAndWait {
            let book = try #require(try context.all("Book", "id == 'b1'").first)
            book.setValue(["id": "a9"] as [String: Any], forKey: "author")
            try context.save()
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let changes = transactions.last?.changes ?? []
            #expect(
                changes.map { ($0.updatedProperties ?? []).map(\.name).sorted() } == [["author"]])
        }
    }

    @Test("MOD-201 the archived model has Core Data's key, and the former one is read")
    func archive() throws {
        let archive = try #require(try SQLiteStoreFile.readModelArchive(at: url.path))
        #expect(archive.range(of: Data("NSCompositeElements".utf8)) != nil)
        let former = try CompositeShelf.former(archive)
        #expect(former.range(of: Data("NSCompositeElements".utf8)) == nil)
        let file = folder.file("Former.mom")
        try former.write(to: file)
        let model = try #require(NSManagedObjectModel(contentsOf: file))
        #expect(model.entityVersionHashesByName == CompositeShelf.model().entityVersionHashesByName)
        let size = model.entitiesByName["Book"]?.attributesByName["size"] as? NSCompositeAttributeDescription
        #expect(size?.elements.map(\.name) == ["height", "cover"])
    }
}
