// SPDX-License-Identifier: Apache-2.0
// The check of a program's fetches against its schema, as a test of a program calls it.

import SwiftData
import Testing

@Suite struct SchemaProblemTests {
    private let schema = Schema(Library.types)

    @Test("SD-202 fetches that a store can run have no problems") func good() throws {
        let ada = Author(name: "Ada").persistentModelID
        let decoded = try JSONDecoder().decode(
            PersistentIdentifier.self, from: try JSONEncoder().encode(ada))
        let rank = Rank.high
        var books = FetchDescriptor<Book>(
            predicate: #Predicate { $0.rank == rank && $0.author?.persistentModelID == ada },
            sortBy: [SortDescriptor(\.author?.name), SortDescriptor(\.place?.city), SortDescriptor(\.pages)])
        books.propertiesToFetch = [\.title, \.place]
        books.relationshipKeyPathsForPrefetching = [\.author]
        let authors = FetchDescriptor<Author>(
            predicate: #Predicate { $0.persistentModelID == decoded || $0.books.contains { $0.pages > 3 } })
        let trips = FetchDescriptor<Trip>(predicate: #Predicate { $0 is BusinessTrip })
        #expect(schema.problems(in: books, authors, trips).map(\.description) == [])
    }

    @Test("SD-202 every problem is named, with the fetch, the part and what to write") func bad() {
        let computed = FetchDescriptor<Author>(
            predicate: #Predicate { $0.label.isEmpty }, sortBy: [SortDescriptor(\.label)])
        let fine = FetchDescriptor<Book>()
        let problems = schema.problems(in: fine, computed)
        #expect(problems.map(\.fetch) == ["fetch 2 of Author", "fetch 2 of Author"])
        #expect(problems.allSatisfy { !$0.part.isEmpty && !$0.advice.isEmpty })
        let foreign = schema.problems(
            of: "shelves", in: FetchDescriptor<Shelf>(predicate: #Predicate { _ in true }))
        #expect(foreign.map(\.advice) == ["add it to the schema"])
    }
}
