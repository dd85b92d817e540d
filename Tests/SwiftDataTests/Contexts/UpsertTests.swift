// SPDX-License-Identifier: Apache-2.0
// What becomes of a stored row when a new model has its unique value: values that were set, defaults, relationships.

import PerdureTestSupport
import SwiftData
import Testing

@Model
final class Ticket {
    @Attribute(.unique) var code: String
    var seats = 1
    var serial = UUID()
    var note: String?

    init(_ code: String) { self.code = code }
}

@Suite struct UpsertTests {
    @Test("SD-82 a default that nobody has set leaves the stored value alone") func defaults() throws {
        let container = try ModelContainer(
            for: Ticket.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let first = Ticket("a")
        first.seats = 5
        first.note = "n"
        let context = ModelContext(container)
        context.insert(first)
        try context.save()
        let serial = first.serial
        for isRegistered in [true, false] {
            let other = isRegistered ? context : ModelContext(container)
            other.insert(Ticket("a"))
            try other.save()
            let found = try ModelContext(container).fetch(FetchDescriptor<Ticket>())
            #expect(found.map(\.seats) == [5] && found.map(\.serial) == [serial])
            #expect(found.map(\.note) == ["n"])
        }
        let last = Ticket("a")
        last.serial = UUID()
        let other = ModelContext(container)
        other.insert(last)
        let chosen = last.serial
        try other.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Ticket>()).map(\.serial) == [chosen])
    }

    @Test("SD-85 to-many relationships of both models are united", arguments: [true, false])
    func relationships(isRegistered: Bool) throws {
        let container = try Library.container()
        let context = ModelContext(container)
        let stored = Author(name: "Ada")
        context.insert(stored)
        stored.books = [Book(title: "a"), Book(title: "b")]
        try context.save()
        let other = isRegistered ? context : ModelContext(container)
        let new = Author(name: "Ada")
        other.insert(new)
        new.books = [Book(title: "c")]
        try other.save()
        let fresh = ModelContext(container)
        let authors = try fresh.fetch(FetchDescriptor<Author>())
        #expect(authors.count == 1)
        #expect(authors.first?.books.map(\.title).sorted() == ["a", "b", "c"])
        #expect(try fresh.fetch(FetchDescriptor<Book>()).allSatisfy { $0.author === authors.first })
    }
}
