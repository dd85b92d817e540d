// SPDX-License-Identifier: Apache-2.0
// Fetches by class.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetches by class")
struct TypedFetchTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Stack(.sqlite, FilmModel.make())
        context = stack.context()
        FilmModel.fill(context)
        try context.save()
    }

    @Test("FET-3 a class stands for its entity in the context's model")
    func byClass() throws {
        #expect(try context.fetch(Film.self).count == 12)
        #expect(try context.count(Film.self) == 12)
        #expect(try context.count(FilmPerson.self) == 3)
        let error = #expect(throws: CoreDataException.self) { try context.fetch(Stranger.self) }
        #expect(
            error?.reason
                == "A fetch of objects of the class Stranger needs one entity, and the context's model has no entity "
                + "of this class. Use an NSFetchRequest with the entity's name.")
        let bare = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        #expect(throws: CoreDataException.self) { try bare.fetch(Film.self) }
    }

    @Test("FET-21 FET-29 order, limit and offset")
    func pages() throws {
        let page = try context.fetch(
            Film.self, where: #Predicate { $0.rank > 1 }, sortedBy: SortDescriptor(\.rank, order: .reverse),
            SortDescriptor(\.score), limit: 3, offset: 1)
        #expect(page.map(\.score) == [11.5, 4.5, 10.5])
        #expect(try context.fetch(Film.self, limit: 0).isEmpty)
        #expect(try context.fetch(Film.self, sortedBy: SortDescriptor(\.score), batchSize: 5).count == 12)
    }

    @Test("the first object, or none")
    func first() throws {
        let oldest = try context.first(
            Film.self, where: #Predicate { $0.seen }, sortedBy: SortDescriptor(\.score))
        #expect(oldest?.score == 0.5)
        #expect(try context.first(Film.self, where: #Predicate { $0.rank > 100 }) == nil)
        let titled = try context.first(
            Film.self, where: NSPredicate(format: "title == 'Beta'"),
            sortedBy: [NSSortDescriptor(keyPath: \Film.score, ascending: false)])
        #expect(titled?.score == 7.5)
    }

    @Test("predicates in words")
    func words() throws {
        let seen = try context.fetch(
            Film.self, where: NSPredicate(format: "seen == YES"),
            sortedBy: [NSSortDescriptor(keyPath: \Film.score, ascending: true)], limit: 2)
        #expect(seen.map(\.score) == [0.5, 2.5])
        #expect(try context.count(Film.self, where: NSPredicate(format: "year == nil")) == 4)
    }

    @Test("FET-11 unsaved objects count")
    func pending() throws {
        context.insert("Film", ["title": "new", "rank": 50])
        #expect(try context.count(Film.self, where: #Predicate { $0.rank == 50 }) == 1)
        #expect(try context.fetch(Film.self, where: #Predicate { $0.rank == 50 }).map(\.title) == ["new"])
    }

    @Test("FET-38 prefetching by key path")
    func prefetching() throws {
        context.reset()
        let films = try context.fetch(
            Film.self, sortedBy: SortDescriptor(\.score), prefetching: [\.director, \.reviews])
        #expect(films.count == 12)
        #expect(throws: CoreDataException.self) { try context.fetch(Film.self, prefetching: [\.title]) }
        let request = NSFetchRequest<Film>(entityName: "Film")
        try request.prefetch(\.director, \.producer)
        #expect(request.relationshipKeyPathsForPrefetching == ["director", "producer"])
        #expect(throws: CoreDataException.self) { try request.prefetch(\.title.count) }
    }
}

/// A class that the model does not have.
private final class Stranger: NSManagedObject {}
