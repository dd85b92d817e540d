// SPDX-License-Identifier: Apache-2.0
// Values for many models at once, counted deletions, and who hears of a failed autosave.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct BulkChangeTests {
    private func library() throws -> ModelContext {
        let context = try Library.context()
        for number in 0..<6 { context.insert(Book(title: "\(number)")) }
        context.insert(Author(name: "Ada"))
        try context.save()
        return context
    }

    @Test("SD-207 a value is set for all models that match, in stores and in contexts") func update() throws {
        let context = try library()
        let other = ModelContext(context.container)
        let known = try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        let middle = #Predicate<Book> { $0.title >= "2" && $0.title < "5" }
        #expect(try context.update(model: Book.self, where: middle, set: \.pages, to: 7) == 3)
        _ = try other.fetchCount(FetchDescriptor<Book>())
        #expect(known.map(\.pages) == [100, 100, 7, 7, 7, 100])
        #expect(try context.update(model: Book.self, set: \.pages, to: 1) == 6)
        #expect(try context.fetch(FetchDescriptor<Book>()).allSatisfy { $0.pages == 1 && !$0.hasChanges })
    }

    @Test("SD-207 enums, structs, nil and models are set in all their forms") func forms() throws {
        let context = try library()
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        let place = Place(city: "Rome", floor: 2, tags: ["x"])
        try context.update(model: Book.self, set: \.rank, to: .top)
        try context.update(model: Book.self, set: \.mood, to: .merry)
        try context.update(model: Book.self, set: \.place, to: place)
        try context.update(model: Book.self, set: \.author, to: author)
        try context.update(model: Book.self, set: \.codes, to: ["a"])
        let books = try ModelContext(context.container).fetch(FetchDescriptor<Book>())
        #expect(
            books.count == 6 && books.allSatisfy { $0.rank == .top && $0.mood == .merry && $0.codes == ["a"] }
        )
        let reader = ModelContext(context.container)
        for book in try reader.fetch(FetchDescriptor<Book>()) {
            #expect(book.place == place && book.author?.name == "Ada")
        }
        try context.update(model: Book.self, set: \.place, to: nil)
        try context.update(model: Book.self, set: \.author, to: nil)
        for book in try reader.fetch(FetchDescriptor<Book>()) {
            #expect(book.place == nil && book.author == nil)
        }
    }

    @Test("SD-207 what cannot be set in the store is refused by its name") func refusals() throws {
        let context = try library()
        let error = #expect(throws: SwiftDataError.self) {
            try context.update(model: Author.self, set: \.books, to: [])
        }
        #expect(error == .unsupportedKeyPath && error?.description.contains("Author") == true)
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.update(model: Author.self, set: \.label, to: "x")
        }
    }

    @Test("SD-208 a deletion of all that match tells how many") func delete() throws {
        let context = try library()
        context.insert(Book(title: "9"))
        #expect(try context.deleteAll(Book.self, where: #Predicate { $0.title > "3" }) == 3)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 4)
    }

    @Test("SD-209 a failed autosave is told to the program, and its changes stay") @MainActor func failure()
        async throws
    {
        let container = try ModelContainer(
            for: Counted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = container.mainContext
        var told: [SwiftDataError] = []
        context.autosaveFailure = { error in told += [error as? SwiftDataError].compactMap(\.self) }
        let counted = Counted()
        counted.parts = [Part()]
        context.insert(counted)
        for _ in 0..<100 where told.isEmpty { await Task.yield() }
        #expect(told == [.modelValidationFailure] && context.hasChanges)
        counted.parts.append(Part())
        try context.save()
    }
}
