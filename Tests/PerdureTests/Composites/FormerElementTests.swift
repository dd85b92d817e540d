// SPDX-License-Identifier: Apache-2.0
// Stores that earlier versions of Perdure made: the composite's name stood in front of its elements' columns. They are read
// as they are, and get Core Data's columns when they are opened for writing.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Composite attributes in stores of earlier versions") struct FormerElementTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Books.sqlite")
        try CompositeShelf.createFormerStore(at: url, options: Self.rollback)
    }

    private static var rollback: [AnyHashable: Any] {
        [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    }
    private static var readOnly: [AnyHashable: Any] { [NSReadOnlyPersistentStoreOption: true] }

    /// Every definition of a file, by name.
    private func definitions(_ url: URL) throws -> [[String]] {
        try RawDatabase(url).rows("SELECT name, sql FROM sqlite_master ORDER BY name")
    }

    private func expectContent(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let books = try context.all("Book", by: "author.id")
            #expect(books.map { $0.value(forKey: "id") as? String } == ["b1", "b2"])
            #expect(books.map { $0.value(forKeyPath: "author.id") as? String } == ["a1", "a2"])
            #expect(books.map { $0.value(forKeyPath: "author.year") as? Int } == [1888, nil])
            #expect(books.map { $0.value(forKeyPath: "size.cover.id") as? String } == ["c1", nil])
            #expect(books.map { $0.value(forKeyPath: "keeper.reader") as? String } == ["Rui", nil])
            #expect(books.map { $0.value(forKeyPath: "reader.name") as? String } == ["Ana", nil])
            #expect(try context.all("Book", "author.id == 'a1' AND id == 'b1'").count == 1)
            #expect(try context.all("Reader").map { $0.value(forKey: "count") as? Int } == [1])
        }
    }

    @Test("a store with the former columns is read rightly, and read-only not touched")
    func readOnly() throws {
        let before = try Data(contentsOf: url)
        let stack = try Stack(at: url, CompositeShelf.model(), options: Self.readOnly)
        try expectContent(stack.context())
        try stack.coordinator.remove(stack.store)
        #expect(try Data(contentsOf: url) == before)
        #expect(try RawDatabase(url).value("SELECT ZAUTHOR_ID FROM ZBOOK WHERE Z_PK = 1") == "a1")
        let cached = try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url))
        let author = cached.entitiesByName["Book"]?.attributesByName["author"]
        #expect(
            (author as? NSCompositeAttributeDescription)?.elements.map(\.name) == ["id", "place", "year"])
        #expect(try problems(cached) == [])
    }

    private func problems(_ model: NSManagedObjectModel) throws -> [String] {
        try model.freeze()
        return try SQLiteStoreChecker.check(path: url.path, schema: model.schema).map(\.description)
    }

    @Test("opening it for writing gives it the columns, indexes, triggers and the archive of a new store")
    func conversion() throws {
        let new = folder.file("New.sqlite")
        try CompositeShelf.createStore(at: new)
        #expect(try definitions(url) != definitions(new))
        var stack = try Stack(at: url, CompositeShelf.model())
        try expectContent(stack.context())
        #expect(try definitions(url) == definitions(new))
        #expect(
            try SQLiteStoreFile.readModelArchive(at: url.path)
                == SQLiteStoreFile.readModelArchive(at: new.path))
        try changeAll(stack.context())
        try stack.coordinator.remove(stack.store)
        stack = try Stack(at: url, CompositeShelf.model(), options: Self.readOnly)
        try expectChanges(stack.context())
        #expect(try problems(stack.coordinator.managedObjectModel) == [])
    }

    private func changeAll(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let book = try #require(try context.all("Book", "id == 'b2'").first)
            book.setValue(["id": "a3", "year": 1900] as [String: Any], forKey: "author")
            book.setValue(try context.all("Reader").first, forKey: "reader")
            book.setValue("b3", forKey: "id")
            try context.save()
        }
    }

    private func expectChanges(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let book = try #require(try context.all("Book", "id == 'b3'").first)
            #expect(book.value(forKeyPath: "author.id") as? String == "a3")
            #expect(book.value(forKeyPath: "reader.count") as? Int == 2)
        }
        #expect(try RawDatabase(url).rows("SELECT ZID, ZID1 FROM ZBOOK WHERE Z_PK = 2") == [["a3", "b3"]])
    }

    @Test("a column that the model does not know makes room, with its values")
    func leftover() throws {
        let database = try RawDatabase(url, isReadOnly: false)
        try database.rows("ALTER TABLE ZBOOK ADD COLUMN ZID1 VARCHAR")
        try database.rows("UPDATE ZBOOK SET ZID1 = 'kept'")
        database.close()
        let stack = try Stack(at: url, CompositeShelf.model())
        try expectContent(stack.context())
        #expect(try RawDatabase(url).value("SELECT ZFORMER_ID1 FROM ZBOOK WHERE Z_PK = 1") == "kept")
    }

    @Test(
        "who reads on while another process changes the names gets an error, and no value of another column")
    func overtaken() throws {
        let reader = try Stack(at: url, CompositeShelf.model(), options: Self.readOnly)
        try expectContent(reader.context())
        let writer = try Stack(at: url, CompositeShelf.model())
        try writer.coordinator.remove(writer.store)
        let context = reader.context()
        let error = #expect(throws: (any Error).self) {
            try context.performAndWait { try context.all("Reader", "name == 'Ana'") }
        }
        #expect(
            (error as? NSError)?.localizedDescription.contains("add the store") == true, "\(error as Any)")
        let again = try Stack(at: url, CompositeShelf.model(), options: Self.readOnly)
        try expectContent(again.context())
    }

    @Test("DER-45 a migration within the file begins with the names")
    func migration() throws {
        let model = CompositeShelf.model(derived: [
            .derived("total", .integer64AttributeType, "books.@count")
        ])
        let stack = try Stack(at: url, model, options: DerivedVersions.migrating)
        try expectContent(stack.context())
        // Counted by ZREADER1, which was ZREADER: the column of keeper.reader today.
        #expect(try RawDatabase(url).rows("SELECT ZTOTAL FROM ZREADER") == [["1"]])
        #expect(try RawDatabase(url).value("SELECT ZID1 FROM ZBOOK WHERE Z_PK = 1") == "b1")
    }

    @Test("a copy of it into a new store has the columns of today")
    func copied() throws {
        let stack = try Stack(at: url, CompositeShelf.model(), options: Self.readOnly)
        let target = folder.file("Copy.sqlite")
        try stack.coordinator.migratePersistentStore(
            stack.store, to: target, options: nil, withType: NSSQLiteStoreType)
        let copy = try Stack(at: target, CompositeShelf.model())
        try expectContent(copy.context())
        #expect(
            try RawDatabase(target).value("SELECT COUNT(*) FROM ZBOOK WHERE ZID1 IN ('b1', 'b2')") == "2")
    }
}
