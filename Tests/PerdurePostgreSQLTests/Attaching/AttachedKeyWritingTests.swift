// SPDX-License-Identifier: Apache-2.0
// Tables of others whose keys are UUIDs, texts and several columns: new keys, conflicts, deletions, refusals.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: writing keys of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedKeyWritingTests {
    private func writing(
        _ library: AttachedLibrary, _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let stack = try library.stack()
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait { try body(context) }
    }

    /// The error of a save that must fail.
    private func failure(_ context: NSManagedObjectContext) throws -> NSError {
        try #require(throws: NSError.self) { try context.save() }
    }

    @Test("PG-61 new objects get keys of the server's defaults, of attributes, of references, and new UUIDs")
    func inserting() throws {
        let library = try AttachedLibrary()
        try writing(library) { context in
            // The last first: keys are given in the order in which they need each other.
            let copy = context.insert("Copy", ["shelf": "A"])
            let edition = context.insert("Edition", ["number": 3])
            copy.setValue(edition, forKey: "edition")
            let book = context.insert("Book", ["isbn": "x \"1\" ä\\\n", "title": "X"])
            edition.setValue(book, forKey: "book")
            let author = context.insert("Author", ["name": "Ada"])
            book.setValue(author, forKey: "author")
            let tag = context.insert("Tag", ["word": "red"])
            book.setValue(Set([tag]), forKey: "tags")
            let id = UUID()
            let blue = context.insert("Tag", ["word": "blue", "id": id])
            let sensor = UUID()
            let reading = context.insert("Reading", ["sensor": sensor, "value": 1.5])
            reading.setValue(Date(timeIntervalSince1970: 1_700_000_000.25), forKey: "at")
            try context.save()
            #expect(tag.value(forKey: "id") is UUID)
            #expect(blue.value(forKey: "id") as? UUID == id)
            let uri = book.objectID.uriRepresentation()
            #expect(uri.absoluteString.hasSuffix("/Book/px%20%221%22%20%C3%A4%5C%0A"))
            context.reset()
            let found = try #require(try context.all("Copy").first)
            #expect(found.value(forKeyPath: "edition.book.author.name") as? String == "Ada")
            #expect(
                try context.existingObject(with: reading.objectID).value(forKey: "value") as? Double == 1.5)
        }
        #expect(
            try library.other.texts(
                "SELECT a.name || c.shelf || e.number || t.word FROM copies c JOIN editions e ON (e.isbn, e.number) = "
                    + "(c.isbn, c.edition) JOIN books b ON b.isbn = e.isbn JOIN authors a ON a.id = b.author_id "
                    + "JOIN book_tags p ON p.book = b.isbn JOIN tags t ON t.id = p.tag") == ["AdaA3red"])
        #expect(try library.other.texts("SELECT at::text FROM readings") == ["2023-11-14 22:13:20.25+00"])
    }

    @Test(
        "PG-61 a key without a value is an error that names entity, property and column, and nothing is written"
    )
    func missing() throws {
        let library = try AttachedLibrary()
        try writing(library) { context in
            context.insert("Author", ["name": "Ada"])
            context.insert("Book", ["title": "no key"])
            let error = try failure(context)
            #expect(error.code == NSManagedObjectValidationError)
            #expect("\(error)".contains("isbn") && "\(error)".contains("Book"), "\(error)")
            #expect(try library.other.texts("SELECT name FROM authors") == [])
            let book = try #require(context.insertedObjects.first { $0.entity.name == "Book" })
            book.setValue("now", forKey: "isbn")
            try context.save()
            #expect(try library.other.texts("SELECT isbn FROM books") == ["now"])
        }
    }

    @Test("PG-61 a key that a row has is a constraint conflict")
    func duplicates() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try writing(library) { context in
            let book = context.insert("Book", ["isbn": "1", "title": "again"])
            let error = try failure(context)
            #expect(error.code == NSManagedObjectConstraintMergeError)
            book.setValue("9", forKey: "isbn")
            try context.save()
            #expect(
                try library.other.texts("SELECT title FROM books WHERE isbn IN ('1', '9') ORDER BY isbn") == [
                    "One", "again",
                ])
            // The failed try has taken nothing from the row that had the key.
            let first = try #require(try context.all("Book", by: "isbn").first)
            #expect(first != book && first.value(forKey: "title") as? String == "One")
        }
    }

    @Test("PG-61 a row keeps its key: another value is an error, the same one is none")
    func keeping() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try writing(library) { context in
            let book = try context.all("Book", by: "isbn")[0]
            book.setValue("7", forKey: "isbn")
            let error = try failure(context)
            #expect(error.code == NSManagedObjectValidationError)
            #expect("\(error)".contains("insert a new object"), "\(error)")
            book.setValue("1", forKey: "isbn")
            book.setValue("Uno", forKey: "title")
            try context.save()
            #expect(try library.other.texts("SELECT title FROM books WHERE isbn = '1'") == ["Uno"])
            let edition = try context.all("Edition", by: "number")[0]
            edition.setValue(try context.all("Book", by: "isbn")[1], forKey: "book")
            #expect(try failure(context).code == NSManagedObjectValidationError)
        }
    }

    @Test("PG-61 conflicts are noticed by such keys, and merged")
    func conflicts() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try writing(library) { context in
            let book = try context.all("Book", by: "isbn")[0]
            let edition = try context.all("Edition", by: "number")[0]
            book.setValue("mine", forKey: "title")
            edition.setValue(Date(timeIntervalSince1970: 0), forKey: "printed")
            try library.other.run("UPDATE books SET title = 'theirs' WHERE isbn = '1'")
            let error = try failure(context)
            #expect(error.code == NSManagedObjectMergeError)
            let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
            #expect(conflicts?.map(\.sourceObject) == [book])
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(try library.other.texts("SELECT title FROM books WHERE isbn = '1'") == ["mine"])
        }
    }

    @Test(
        "PG-61 rows and pairs with such keys are deleted, and a key may be used again, also in the same save")
    func deleting() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try writing(library) { context in
            let books = try context.all("Book", by: "isbn")
            books[1].setValue(Set<NSManagedObject>(), forKey: "tags")
            for copy in try context.all("Copy") { context.delete(copy) }
            for edition in try context.all("Edition") { context.delete(edition) }
            context.delete(books[0])
            try context.save()
            #expect(try library.other.texts("SELECT count(*)::text FROM book_tags") == ["0"])
            #expect(try library.other.texts("SELECT isbn FROM books ORDER BY 1") == ["2/x", "drei \"3\""])
            let again = context.insert("Book", ["isbn": "1", "title": "New"])
            try context.save()
            #expect(again.objectID.uriRepresentation().absoluteString.hasSuffix("/Book/p1"))
            #expect(try context.all("Book", by: "isbn").first == again)
            context.delete(again)
            let newest = context.insert("Book", ["isbn": "1", "title": "Newest"])
            try context.save()
            context.refreshAllObjects()
            #expect(try context.all("Book", by: "isbn").first == newest)
            #expect(newest.value(forKey: "title") as? String == "Newest")
        }
        #expect(try library.other.texts("SELECT title FROM books WHERE isbn = '1'") == ["Newest"])
    }

    @Test("PG-61 relationships move between rows with such keys, and are cleared")
    func relating() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try writing(library) { context in
            let copies = try context.all("Copy", by: "shelf")
            let editions = try context.all("Edition", by: "number")
            copies[2].setValue(editions.last, forKey: "edition")
            copies[0].setValue(nil, forKey: "edition")
            let (ada, bo) = (
                try context.all("Author", by: "name")[0], try context.all("Author", by: "name")[1]
            )
            bo.setValue(ada.value(forKey: "books"), forKey: "books")
            try context.save()
        }
        #expect(
            try library.other.texts(
                "SELECT shelf || coalesce(isbn, '-') || coalesce(edition::text, '-') FROM copies ORDER BY shelf"
            ) == [
                "A--", "Bdrei \"3\"1", "C12",
            ])
        #expect(
            try library.other.texts(
                "SELECT DISTINCT name FROM books JOIN authors ON id = author_id") == ["Bo"])
    }

    @Test("PG-61 several contexts and read views see one object under one number")
    func views() throws {
        let library = try AttachedLibrary()
        try library.fill()
        let stack = try library.stack()
        defer { withExtendedLifetime(stack) {} }
        let (first, second) = (stack.context(), stack.context())
        try first.performAndWait { try first.setQueryGenerationFrom(.current) }
        let titles = try first.performAndWait { try first.all("Book", by: "isbn").map(\.objectID) }
        try second.performAndWait {
            let books = try second.all("Book", by: "isbn")
            #expect(books.map(\.objectID) == titles)
            books[0].setValue("later", forKey: "title")
            try second.save()
        }
        try first.performAndWait {
            let book = try #require(try first.existingObject(with: titles[0]) as NSManagedObject?)
            #expect(book.value(forKey: "title") as? String == "One")
        }
    }
}
#endif
