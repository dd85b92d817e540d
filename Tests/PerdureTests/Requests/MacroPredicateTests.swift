// SPDX-License-Identifier: Apache-2.0
// #Predicates asked three ways: by Foundation in memory, by a fetch from a store, by our own evaluation. All agree.

import Foundation
import Perdure
import PerdurePredicates
import PerdureTestSupport
import Testing

@Suite("#Predicate in memory and in stores")
struct MacroPredicateTests {
    @Test(
        "PRE-120 240 predicates mean the same in Swift, in SQL and in memory", arguments: Stack.Kind.allCases)
    func agreement(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FilmModel.make())
        let context = stack.context()
        FilmModel.fill(context)
        try context.save()
        let films = try context.fetch(Film.self, sortedBy: SortDescriptor(\.score))
        #expect(films.count == 12)
        var telling = 0
        for row in FilmPredicates.all {
            let expected = try films.filter { try row.predicate.evaluate($0) }.map(\.score)
            let predicate = try NSPredicate(validating: row.predicate)
            let fetched = try context.fetch(
                Film.self, where: row.predicate, sortedBy: SortDescriptor(\.score))
            if !expected.isEmpty, expected.count < films.count { telling += 1 }
            #expect(fetched.map(\.score) == expected, "\(row) from a store: \(predicate.formatString)")
            #expect(try context.count(Film.self, where: row.predicate) == expected.count)
            for rules in [NullSemantics.foundation, .sql] {
                let evaluator = PredicateEvaluator(nullSemantics: rules)
                let found = try films.filter { try evaluator.evaluate(predicate.node, with: $0) }
                #expect(found.map(\.score) == expected, "\(row) under \(rules): \(predicate.formatString)")
            }
        }
        // Predicates that hold for all films or none would agree by chance.
        #expect(telling > 200)
    }

    @Test("PRE-98 FET-11 unsaved objects are asked by the same rules")
    func pending() throws {
        let stack = try Stack(.sqlite, FilmModel.make())
        let context = stack.context()
        FilmModel.fill(context)
        for row in FilmPredicates.nils + FilmPredicates.toOne {
            let films = try context.fetch(Film.self, sortedBy: SortDescriptor(\.score))
            let expected = try films.filter { try row.predicate.evaluate($0) }.map(\.score)
            let fetched = try context.fetch(
                Film.self, where: row.predicate, sortedBy: SortDescriptor(\.score))
            #expect(fetched.map(\.score) == expected, "\(row)")
        }
    }

    @Test("PRE-80 FET-76 a captured object is found by its identity, in another context too")
    func capturedObjects() throws {
        let stack = try Stack(.sqlite, FilmModel.make())
        let context = stack.context()
        FilmModel.fill(context)
        try context.save()
        let bob = try #require(try context.first(FilmPerson.self, where: #Predicate { $0.name == "Bob" }))
        let nobody: FilmPerson? = nil
        for asked in [context, stack.context()] {
            let films = try asked.fetch(
                Film.self, where: #Predicate { $0.director == bob }, sortedBy: SortDescriptor(\.score))
            #expect(films.map(\.score) == [1.5, 7.5])
            #expect(try asked.count(Film.self, where: #Predicate { $0.director != bob }) == 10)
            #expect(try asked.count(Film.self, where: #Predicate { $0.director == nobody }) == 4)
            #expect(
                try asked.count(Film.self, where: #Predicate { $0.reviews.contains { $0.author == bob } })
                    == 4)
        }
    }

    @Test("PRE-110 what has no form in SQL is refused before a row is read")
    func refusals() throws {
        let stack = try Stack(.sqlite, FilmModel.make())
        let context = stack.context()
        let error = #expect(throws: CoreDataException.self) {
            try context.fetch(Film.self, where: #Predicate { $0.reviews.first == nil })
        }
        #expect(error?.reason.hasPrefix("#Predicate: the key path ") == true)
        #expect(
            error?.reason.hasSuffix("has no form in a fetch: use stored properties, count and isEmpty")
                == true)
    }

    @Test("Swift's own predicates and sort descriptors work on arrays of managed objects")
    func arrays() throws {
        let stack = try Stack(.inMemory, FilmModel.make())
        let context = stack.context()
        FilmModel.fill(context)
        let films = try context.fetch(Film.self)
        let seen = try films.filter(#Predicate { $0.seen && $0.rank > 3 })
        #expect(Set(seen.map(\.rank)) == [4])
        let sorted = films.sorted(using: [SortDescriptor(\.rank, order: .reverse), SortDescriptor(\.score)])
        #expect(sorted.prefix(3).map(\.score) == [5.5, 11.5, 4.5])
    }
}
