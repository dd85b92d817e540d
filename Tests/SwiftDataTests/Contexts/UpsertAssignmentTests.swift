// SPDX-License-Identifier: Apache-2.0
// Which values of a new model replace those of the stored row with its unique value: all that the program has assigned, in an
// initializer too, and whatever object the model has got since.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct UpsertAssignmentTests {
    /// Saves models with one unique value, each by a context of its own; gives the row in another context.
    private func row<T: PersistentModel>(_ models: T...) throws -> (context: ModelContext, model: T) {
        let container = try ModelContainer(
            for: T.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for model in models {
            let context = ModelContext(container)
            context.insert(model)
            try context.save()
        }
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<T>()) == 1)
        return (context, try #require(try context.fetch(FetchDescriptor<T>()).first))
    }

    @Test("SD-82 what an initializer assigns replaces stored values, and defaults do not")
    func initializers() throws {
        let first = Product("a", 5, .high, "x")
        first.isSold = true
        let serial = first.serial
        let (context, product) = try row(first, Product("a", 9, .top, "y"))
        #expect(product.stock == 9 && product.rank == .top && product.name == "y")
        #expect(product.serial == serial && product.isSold == true)
        context.insert(Product("a", name: "z"))
        try context.save()
        #expect(product.stock == 9 && product.rank == .top && product.name == "z")
        #expect(product.serial == serial)
    }

    @Test("SD-82 what a subclass's initializer assigns before its superclass's counts") func subclasses()
        throws
    {
        let first = Saw("a", teeth: 20)
        first.price = 3
        let (context, saw) = try row(first, Saw("a", teeth: 30))
        #expect(saw.teeth == 30 && saw.price == 3 && saw.modelContext == context)
    }

    @Test("SD-82 the same holds behind the first 64 properties") func wideClasses() throws {
        let first = Wide("a", 5)
        first.p64 = 4
        let serial = first.serial
        let (context, wide) = try row(first, Wide("a", 9))
        #expect(wide.p65 == 9 && wide.p64 == 4 && wide.serial == serial && wide.modelContext == context)
    }

    @Test("SD-82 SD-125 values count that were set before the container was made") func moved() throws {
        let (ticket, serial) = (Ticket("a"), UUID())
        ticket.seats = 9
        ticket.serial = serial
        let container = try ModelContainer(
            for: Schema([Ticket.self], version: Schema.Version(9, 0, 82)),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let first = ModelContext(container)
        let stored = Ticket("a")
        stored.seats = 5
        first.insert(stored)
        try first.save()
        let second = ModelContext(container)
        second.insert(ticket)
        try second.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Ticket>())
        #expect(found.map(\.seats) == [9] && found.map(\.serial) == [serial])
    }

    @Test("SD-82 SD-134 values count that were set before a rollback") func rolledBack() throws {
        let container = try ModelContainer(
            for: Ticket.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let first = ModelContext(container)
        let stored = Ticket("a")
        stored.seats = 5
        first.insert(stored)
        try first.save()
        let second = ModelContext(container)
        let ticket = Ticket("a")
        ticket.seats = 9
        second.insert(ticket)
        second.rollback()
        second.insert(ticket)
        try second.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Ticket>()).map(\.seats) == [9])
    }
}
