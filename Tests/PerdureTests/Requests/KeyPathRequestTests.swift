// SPDX-License-Identifier: Apache-2.0
// Swift key paths in requests: sort descriptors, columns, groups, expressions.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

import class Perdure.NSExpression

@Suite("Swift key paths in requests")
struct KeyPathRequestTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Stack(.sqlite, FilmModel.make())
        context = stack.context()
        FilmModel.fill(context)
        try context.save()
    }

    private func scores(_ descriptors: NSSortDescriptor...) throws -> [Double] {
        let request = NSFetchRequest<Film>(entityName: "Film")
        request.sortDescriptors = descriptors + [NSSortDescriptor(key: "score", ascending: true)]
        return try context.fetch(request).map(\.score)
    }

    @Test("FET-26 Swift's descriptors, Foundation's and those by name give one order")
    func orders() throws {
        let byYear = try scores(NSSortDescriptor(key: "year", ascending: false))
        #expect(byYear.first == 0.5)
        #expect(try scores(NSSortDescriptor(SortDescriptor(\Film.year, order: .reverse))) == byYear)
        #expect(try scores(NSSortDescriptor(keyPath: \Film.year, ascending: false)) == byYear)
        let byTitle = try scores(NSSortDescriptor(key: "title", ascending: true))
        #expect(try scores(NSSortDescriptor(SortDescriptor(\Film.title))) == byTitle)
        #expect(try scores(NSSortDescriptor(keyPath: \Film.title, ascending: true)) == byTitle)
        let bySeen = try scores(NSSortDescriptor(key: "seen", ascending: true))
        #expect(try scores(NSSortDescriptor(keyPath: \Film.seen, ascending: true)) == bySeen)
        #expect(
            try context.fetch(Film.self, sortedBy: SortDescriptor(\.title), SortDescriptor(\.score)).map(
                \.score) == byTitle)
    }

    @Test("FET-23 key paths through a to-one relationship")
    func paths() throws {
        let byName = try scores(NSSortDescriptor(key: "director.name", ascending: true))
        #expect(try scores(NSSortDescriptor(keyPath: \Film.director!.name, ascending: true)) == byName)
        #expect(try scores(NSSortDescriptor(SortDescriptor(\Film.director?.name))) == byName)
        let byBoss = try scores(NSSortDescriptor(key: "director.boss.born", ascending: true))
        #expect(try scores(NSSortDescriptor(keyPath: \Film.director!.boss!.born, ascending: true)) == byBoss)
        #expect(try Film.key(for: \.director!.boss!.name) == "director.boss.name")
    }

    @Test("FET-22 a key path without a name is refused when the request is planned")
    func unnamed() {
        let error = #expect(throws: CoreDataException.self) {
            try context.fetch(Film.self, sortedBy: SortDescriptor(\.title.count))
        }
        #expect(error?.reason.contains("of the class Film has no name that a store could know") == true)
    }

    @Test("FET-36 key paths as columns of dictionaries")
    func columns() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Film")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [\Film.title, \Film.director!.name, \Film.self]
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Film.score, ascending: true)]
        request.fetchLimit = 1
        let row = try #require(try context.fetch(request).first)
        #expect(row["title"] as? String == "Alpha")
        #expect(row["director.name"] as? String == "Ann")
        #expect(row["self"] is NSManagedObjectID)
        request.propertiesToFetch = [\Film.title.count]
        let error = #expect(throws: CoreDataException.self) { try context.fetch(request) }
        #expect(error?.reason.contains("of the class Film has no name") == true)
    }

    @Test("FET-62 groups by key path, aggregates of a key path's expression")
    func groups() throws {
        let total = NSExpressionDescription()
        total.name = "total"
        total.expression = NSExpression(
            forFunction: "sum:", arguments: [NSExpression(forKeyPath: \Film.score)])
        total.expressionResultType = .doubleAttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Film")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [\Film.seen, total]
        request.propertiesToGroupBy = [\Film.seen]
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Film.seen, ascending: true)]
        #expect(try context.fetch(request).map { $0["total"] as? Double } == [39, 33])
    }
}
