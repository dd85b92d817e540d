// SPDX-License-Identifier: Apache-2.0
// Models before and after they are saved: values, identity, observation, what is not persisted.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct SwiftDataModelTests {
    @Test("SD-5 an initializer assigns, leaves out defaults and optionals, and calls methods")
    func initializers() {
        let author = Author(name: "Ada")
        author.visit()
        #expect(author.label == "Ada (1)")
        #expect(author.born == nil)
        #expect(author.books.isEmpty)
        #expect(author.modelContext == nil)
        #expect(!author.hasChanges && !author.isDeleted)
    }

    @Test("SD-7 a transient property is kept by the model alone")
    func transients() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        author.isSelected = true
        context.insert(author)
        try context.save()
        #expect(author.isSelected)
        #expect(!Author.schemaMetadata.map { "\($0)" }.contains { $0.contains("isSelected") })
    }

    @Test("SD-31 each new model evaluates its defaults anew")
    func defaults() {
        #expect(Book(title: "a").isbn != Book(title: "b").isbn)
    }

    @Test("SD-46 values of all forms come back from the store")
    func forms() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        let book = Book(title: "Forms")
        book.rank = .top
        book.mood = .merry
        book.medium = .file(path: "/x")
        book.place = Place(city: "Rome", floor: 3, tags: ["a", "b"])
        book.codes = ["x", "y"]
        context.insert(book)
        try context.save()
        let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
        #expect(other !== book)
        #expect(other.rank == .top && other.mood == .merry && other.medium == .file(path: "/x"))
        #expect(other.place == Place(city: "Rome", floor: 3, tags: ["a", "b"]))
        #expect(other.codes == ["x", "y"])
        #expect(other.isbn == book.isbn)
    }

    @Test("SD-54 a struct and an enum that are nil come back as nil")
    func missing() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        context.insert(Book(title: "Empty"))
        try context.save()
        let book = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
        #expect(book.place == nil && book.mood == nil && book.medium == .paper && book.codes.isEmpty)
    }

    @Test("SD-60 a change inside a struct is a change of the model")
    func structs() throws {
        let context = try Library.context()
        let book = Book(title: "a")
        book.place = Place(city: "Rome")
        context.insert(book)
        try context.save()
        book.place?.city = "Oslo"
        #expect(book.hasChanges && context.hasChanges)
        try context.save()
        #expect(book.place?.city == "Oslo")
    }

    @Test("SD-104 an identifier is temporary until the save") func identity() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        let former = author.persistentModelID
        #expect(former.storeIdentifier == nil && former.entityName == "Author")
        try context.save()
        #expect(author.persistentModelID != former)
        #expect(author.persistentModelID.storeIdentifier != nil)
        #expect(author.id == author.persistentModelID)
    }

    @Test("SD-106 models of two contexts are equal when they stand for one row") func equality() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        let author = Author(name: "Ada")
        context.insert(author)
        try context.save()
        let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
        #expect(other == author && other !== author && Set([author, other]).count == 1)
    }

    @Test("SD-109 SD-110 an identifier is written and read, and finds its model") func coding() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        try context.save()
        let data = try JSONEncoder().encode(author.persistentModelID)
        let parts = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])["implementation"]
        #expect(parts?["primaryKey"] as? String == "p1")
        #expect(parts?["isTemporary"] as? Bool == false)
        let read = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(read == author.persistentModelID && Set([read, author.persistentModelID]).count == 1)
        #expect(context.model(for: read) as? Author === author)
    }

    @Test("SD-166 readers hear of setters, of inverse sides, and of a rollback") func observation() throws {
        let context = try Library.context()
        let (author, book) = (Author(name: "Ada"), Book(title: "a"))
        context.insert(author)
        context.insert(book)
        try context.save()
        let seen = Counter()
        withObservationTracking {
            _ = book.pages
        } onChange: {
            seen.add()
        }
        book.pages = 5
        #expect(seen.count == 1)
        withObservationTracking {
            _ = author.books
        } onChange: {
            seen.add()
        }
        book.author = author
        #expect(seen.count == 2)
        withObservationTracking {
            _ = book.pages
        } onChange: {
            seen.add()
        }
        context.rollback()
        #expect(seen.count == 3)
        #expect(book.pages == 100 && book.author == nil)
    }

    /// Counts calls.
    final class Counter: @unchecked Sendable {
        // Sendable because one thread uses it.
        private(set) var count = 0
        func add() { count += 1 }
    }
}
