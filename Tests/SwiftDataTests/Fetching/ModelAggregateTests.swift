// SPDX-License-Identifier: Apache-2.0
// Counts, sums, averages and extremes of models by a context's own methods.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ModelAggregateTests {
    /// Ten books of 0 to 9 pages, each second one of Ada's.
    private func library(saves: Bool) throws -> ModelContext {
        let context = try Library.context()
        let ada = Author(name: "Ada")
        context.insert(ada)
        for pages in 0..<10 {
            let book = Book(title: "book \(pages)", author: pages % 2 == 0 ? ada : nil)
            book.pages = pages
            book.rank = pages < 3 ? .high : .low
            if pages < 4 { book.place = Place(city: "Rome", floor: pages) }
            context.insert(book)
        }
        if saves { try context.save() }
        return context
    }

    @Test("SD-201 a context computes values over its models, saved and unsaved", arguments: [true, false])
    func values(_ saves: Bool) throws {
        let context = try library(saves: saves)
        let (count, sum, average) = try context.values(
            of: Book.self, .count, .sum(\.pages), .average(\.pages))
        #expect(count == 10 && sum == 45 && average == 4.5)
        let (last, first) = try context.values(
            of: Book.self, where: #Predicate { $0.author?.name == "Ada" }, .maximum(\.title),
            .minimum(\.pages))
        #expect(last == "book 8" && first == 0)
        #expect(try context.values(of: Book.self, .count(of: \.place?.floor)) == 4)
        #expect(try context.values(of: Book.self, where: #Predicate { $0.pages > 99 }, .sum(\.pages)) == 0)
    }

    @Test("SD-201 groups come in the order of their keys, nil first", arguments: [true, false])
    func groups(_ saves: Bool) throws {
        let context = try library(saves: saves)
        let byAuthor = try context.groups(of: Book.self, by: \.author?.name, .count, .sum(\.pages))
        #expect(byAuthor.map(\.key) == [nil, "Ada"])
        #expect(byAuthor.map(\.values.0) == [5, 5] && byAuthor.map(\.values.1) == [25, 20])
        let byRank = try context.groups(
            of: Book.self, by: \.rank, where: #Predicate { $0.pages > 0 }, .maximum(\.pages))
        #expect(byRank.map(\.key) == [.high, .low] && byRank.map(\.values) == [2, 9])
    }

    @Test("SD-201 values of a saved store make no models") func makesNothing() throws {
        let context = try library(saves: true)
        let other = ModelContext(context.container)
        #expect(try other.values(of: Book.self, .sum(\.pages)) == 45)
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        let known: Book? = other.registeredModel(for: book.persistentModelID)
        #expect(known == nil)
    }

    @Test("SD-201 what cannot be computed with is refused by its name, and a class that is not there")
    func refusals()
        throws
    {
        let context = try library(saves: true)
        let error = #expect(throws: SwiftDataError.self) {
            try context.groups(of: Book.self, by: \.codes, .count)
        }
        #expect(error == .unsupportedKeyPath && error?.explanation.contains("codes") == true)
        #expect(throws: SwiftDataError.unknownSchema) { try context.values(of: Shelf.self, .count) }
    }
}
