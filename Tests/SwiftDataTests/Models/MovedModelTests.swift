// SPDX-License-Identifier: Apache-2.0
// Models that were made before their container was, or for another one: they enter with their values and relationships.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct MovedModelTests {
    private func other() throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Library.types, version: Schema.Version(9, 0, 0)),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test("SD-125 a graph of another schema's objects enters with its values") func graphs() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        let trip = BusinessTrip(name: "Oslo", perDiem: 5)
        let foreign = try other()
        author.books = [Book(title: "a", labels: [Label("x")])]
        author.born = Date(timeIntervalSinceReferenceDate: 1)
        let second = ModelContext(foreign)
        for context in [second] {
            context.insert(author)
            context.insert(trip)
        }
        #expect(author.modelContext === second && author.books.first?.author === author)
        #expect(author.name == "Ada" && author.born == Date(timeIntervalSinceReferenceDate: 1))
        #expect(trip.label == "Oslo 3 5.0 B")
        try second.save()
        #expect(try second.fetch(FetchDescriptor<Trip>()).first === trip)
        #expect(!context.hasChanges)
    }

    @Test("SD-126 a model of another schema's object enters by its relationship") func entering() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        let foreign = try other()
        let book = Book(title: "b")
        book.author = author
        #expect(author.books.map(\.title) == ["b"] && book.author === author)
        let more = Book(title: "c")
        author.books.append(more)
        #expect(author.books.map(\.title) == ["b", "c"] && more.author === author)
        try context.save()
        #expect(try ModelContext(foreign).fetchCount(FetchDescriptor<Book>()) == 0)
    }
}
