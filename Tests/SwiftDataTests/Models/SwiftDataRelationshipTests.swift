// SPDX-License-Identifier: Apache-2.0
// Relationships of models: both sides, orders, delete rules, graphs that are inserted by their root.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct SwiftDataRelationshipTests {
    @Test("SD-125 inserting a root inserts the graph, and both sides know each other") func graphs() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        let label = Label("new")
        author.books = [Book(title: "a", labels: [label]), Book(title: "b", labels: [label])]
        context.insert(author)
        #expect(context.insertedModelsArray.count == 4)
        #expect(author.books.allSatisfy { $0.author === author })
        #expect(Set(label.books.map(\.title)) == ["a", "b"])
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test("SD-126 a new model enters the context of the model that it is put into") func entering() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        author.books.append(Book(title: "a"))
        let other = Book(title: "b")
        other.author = author
        #expect(author.books.map(\.title) == ["a", "b"])
        #expect(other.modelContext === context)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test("SD-71 members keep the order in which they were added") func orders() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        for index in 0..<20 { author.books.append(Book(title: "\(index)")) }
        #expect(author.books.map(\.title) == (0..<20).map { "\($0)" })
        try context.save()
        #expect(author.books.map(\.title) == (0..<20).map { "\($0)" })
    }

    @Test("SD-72 setting one side sets the other at once") func inverses() throws {
        let context = try Library.context()
        let (ada, eve, book) = (Author(name: "Ada"), Author(name: "Eve"), Book(title: "a"))
        for model in [ada, eve] { context.insert(model) }
        context.insert(book)
        book.author = ada
        #expect(ada.books == [book])
        eve.books = [book]
        #expect(ada.books.isEmpty && book.author === eve)
        eve.books = []
        #expect(book.author == nil)
    }

    @Test("SD-73 cascade deletes the destinations with the save") func cascade() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        author.books = [Book(title: "a"), Book(title: "b")]
        context.insert(author)
        try context.save()
        context.delete(author)
        #expect(author.isDeleted)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test("SD-76 nullify takes the deleted model out of the other side") func nullify() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        let book = Book(title: "a", author: author)
        context.insert(book)
        try context.save()
        context.delete(book)
        try context.save()
        #expect(author.books.isEmpty)
    }

    @Test("SD-107 one context has one model for each row") func instances() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        author.books = [Book(title: "a")]
        context.insert(author)
        try context.save()
        let found = try context.fetch(FetchDescriptor<Author>())
        #expect(found.count == 1 && found[0] === author)
        #expect(try context.fetch(FetchDescriptor<Book>())[0].author === author)
        #expect(context.registeredModel(for: author.id) as Author? === author)
    }

    @Test("SD-108 a changed model is kept by its context, with its transient values") func kept() throws {
        let context = try Library.context()
        var author: Author? = Author(name: "Ada")
        author?.isSelected = true
        if let author { context.insert(author) }
        author = nil
        let found = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        #expect(found.isSelected)
    }

    @Test("SD-144 a model whose row is gone keeps its values, and says so") func gone() throws {
        let container = try Library.container()
        let (one, two) = (ModelContext(container), ModelContext(container))
        let author = Author(name: "Ada")
        author.books = [Book(title: "a")]
        one.insert(author)
        try one.save()
        let other = try #require(try two.fetch(FetchDescriptor<Author>()).first)
        #expect(other.name == "Ada")
        one.delete(author)
        try one.save()
        #expect(author.modelContext == nil && author.isDeleted)
        #expect(author.name == "Ada" && author.books.isEmpty)
        _ = try two.fetch(FetchDescriptor<Author>())
        #expect(other.isDeleted && other.name == "Ada" && other.books.isEmpty)
    }

    @Test("SD-71 SD-72 many appends keep their order and tell the other side") func manyAppends() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        for number in 0..<200 { author.books.append(Book(title: "\(number)")) }
        #expect(author.books.map(\.title) == (0..<200).map { "\($0)" })
        #expect(author.books.allSatisfy { $0.author === author })
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 200)
    }
}
