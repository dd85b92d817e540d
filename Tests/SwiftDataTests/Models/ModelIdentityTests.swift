// SPDX-License-Identifier: Apache-2.0
// What holds for the one model of a row after a former one has gone: other objects keep the managed object behind it.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ModelIdentityTests {
    /// A saved author whose book has a managed object, and no model any more.
    private func saved() throws -> (context: ModelContext, author: Author) {
        let context = try Library.context()
        let author = Author(name: "Ada")
        author.books = [Book(title: "a")]
        context.insert(author)
        try context.save()
        return (context, author)
    }

    @Test("SD-107 a row has one model, also after a former one has gone") func identity() throws {
        let (context, author) = try saved()
        #expect(author.books[0] === author.books[0])
        let book = author.books[0]
        #expect(try context.fetch(FetchDescriptor<Book>()).first === book)
        #expect(context.model(for: book.persistentModelID) === book)
        let registered: Book? = context.registeredModel(for: book.persistentModelID)
        #expect(registered === book && book.author === author)
    }

    @Test("SD-108 a changed model is kept with its transient values, also after a former one has gone")
    func keeping() throws {
        let context = try Library.context()
        let book = Book(title: "a", author: Author(name: "Ada"))
        context.insert(book)
        try context.save()
        do {
            let author = try #require(book.author)
            author.isSelected = true
            author.visit()
        }
        #expect(book.author?.isSelected == true && book.author?.visits == 1)
        try context.save()
        #expect(book.author?.isSelected == false && book.author?.visits == 1)
    }

    @Test("SD-166 SD-142 readers hear of what others save, also after a former model has gone")
    func observing() throws {
        let (context, author) = try saved()
        let book = author.books[0]
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = book.title
        } onChange: {
            changes += 1
        }
        let other = ModelContext(context.container)
        try #require(try other.fetch(FetchDescriptor<Book>()).first).title = "b"
        try other.save()
        context.processPendingChanges()
        #expect(changes == 1 && book.title == "b")
    }

    @Test("SD-144 a model keeps its values when its row goes, also after a former model has gone")
    func lastValues() throws {
        let (context, author) = try saved()
        let book = author.books[0]
        #expect(book.title == "a")
        let other = ModelContext(context.container)
        other.delete(try #require(try other.fetch(FetchDescriptor<Book>()).first))
        try other.save()
        context.processPendingChanges()
        #expect(book.isDeleted && book.title == "a" && book.modelContext == nil)
    }

    @Test("SD-104 SD-106 SD-143 a model whose row was deleted has a new identity when it is inserted again")
    func newIdentity() throws {
        let (context, author) = try saved()
        let former = author.persistentModelID
        let other = ModelContext(context.container)
        other.delete(try #require(try other.fetch(FetchDescriptor<Author>()).first))
        try other.save()
        context.processPendingChanges()
        #expect(author.isDeleted && author.persistentModelID == former)
        context.insert(author)
        #expect(author.persistentModelID.storeIdentifier == nil)
        try context.save()
        #expect(author.persistentModelID != former && !author.isDeleted)
        #expect(context.model(for: author.persistentModelID) === author)
        let found = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        #expect(found == author)
    }
}
