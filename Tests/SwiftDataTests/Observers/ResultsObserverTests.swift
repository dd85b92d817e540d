// SPDX-License-Identifier: Apache-2.0
// Results that follow a context: with and without sections, beside other contexts, observed, and as a property.

import Observation
import PerdureTestSupport
import SwiftData
import Synchronization
import Testing

@Suite struct ResultsObserverTests {
    private func context(_ titles: String...) throws -> ModelContext {
        let context = try Library.context()
        for title in titles { context.insert(Book(title: title)) }
        try context.save()
        return context
    }

    private let byTitle = [SortDescriptor(\Book.title)]

    @Test("SD-168 results follow processed changes, saves and rollbacks") func following() throws {
        let context = try context("b", "d")
        let observer = try ResultsObserver(sortBy: byTitle, modelContext: context)
        #expect(observer.results.map(\.title) == ["b", "d"] && observer.sections == nil)
        context.insert(Book(title: "c"))
        context.processPendingChanges()
        #expect(observer.results.map(\.title) == ["b", "c", "d"])
        context.rollback()
        #expect(observer.results.map(\.title) == ["b", "d"])
        observer.results[0].title = "e"
        try context.save()
        #expect(observer.results.map(\.title) == ["d", "e"])
        observer.filterBy = #Predicate { $0.title == "e" }
        #expect(observer.results.map(\.title) == ["e"])
        observer.sortBy = []
        #expect(observer.fetchDescriptor.sortBy.isEmpty && observer.results.count == 1)
    }

    @Test("SD-168 results follow the saves of other contexts") func others() throws {
        let context = try context("b")
        let observer = try ResultsObserver(sortBy: byTitle, modelContext: context)
        let other = ModelContext(context.container)
        other.insert(Book(title: "a"))
        try other.save()
        context.processPendingChanges()
        #expect(observer.results.map(\.title) == ["a", "b"])
        try other.delete(model: Book.self)
        try other.save()
        context.processPendingChanges()
        #expect(observer.results.isEmpty)
    }

    @MainActor @Test("SD-168 results of the main context follow without a call") func mainContext()
        async throws
    {
        let container = try Library.container()
        let observer = try ResultsObserver(sortBy: byTitle, modelContainer: container)
        try #require(observer.modelContext === container.mainContext)
        container.mainContext.insert(Book(title: "a"))
        while observer.results.isEmpty { await Task.yield() }
        #expect(observer.results.map(\.title) == ["a"])
        container.invalidate()
    }

    @MainActor @Test("SD-168 a save that comes while one of two observers is told reaches both")
    func saveBetween() async throws {
        let container = try Library.container()
        let first = try ResultsObserver(sortBy: byTitle, modelContainer: container)
        let second = try ResultsObserver(sortBy: byTitle, modelContainer: container)
        @Sendable func save(_ title: String) throws {
            let other = ModelContext(container)
            other.insert(Book(title: title))
            try other.save()
        }
        withObservationTracking {
            _ = first.results
        } onChange: {
            #expect(throws: Never.self) { try save("b") }
        }
        try save("a")
        // The second observer's fetch adopts the save that the first one's change has brought about.
        _ = try container.mainContext.fetch(FetchDescriptor<Book>())
        #expect(second.results.map(\.title) == ["a", "b"])
        while first.results.count < 2 { await Task.yield() }
        #expect(first.results.map(\.title) == ["a", "b"])
        container.invalidate()
    }

    @MainActor @Test("SD-168 what a reader of results changes when it is told is told too")
    func changeBetween() async throws {
        let container = try Library.container()
        let context = container.mainContext
        context.autosaveEnabled = false
        let observer = try ResultsObserver(sortBy: byTitle, modelContainer: container)
        withObservationTracking {
            _ = observer.results
        } onChange: {
            MainActor.assumeIsolated { container.mainContext.insert(Book(title: "b")) }
        }
        context.insert(Book(title: "a"))
        while observer.results.count < 2 { await Task.yield() }
        #expect(observer.results.map(\.title) == ["a", "b"])
        container.invalidate()
    }

    @Test("SD-168 the last change of results is known as a difference") func differences() throws {
        let context = try Library.context()
        for title in ["b", "d"] { context.insert(Book(title: title)) }
        try context.save()
        let observer = try ResultsObserver<Book, Never>(
            sortBy: [SortDescriptor(\.title)], modelContext: context)
        #expect(observer.lastDifference.isEmpty)
        context.insert(Book(title: "c"))
        context.delete(observer.results[0])
        try context.save()
        #expect(observer.results.map(\.title) == ["c", "d"])
        let offsets = observer.lastDifference.map { change in
            switch change {
            case .insert(let offset, _, _): "+\(offset)"
            case .remove(let offset, _, _): "-\(offset)"
            }
        }
        #expect(offsets == ["-0", "+0"])
    }

    @Test("SD-168 sections stand in the order of their titles; a missing title is empty") func sections()
        throws
    {
        let context = try Library.context()
        for title in ["x", "y", "z", "v"] { context.insert(Book(title: title)) }
        let observer = try ResultsObserver(
            sortBy: byTitle, sectionBy: \Book.title, modelContext: context)
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == ["v", "x", "y", "z"] && sections.count == 4)
        #expect(sections[sectionTitle: "x"]?.map(\.title) == ["x"] && sections[1].id == "x")
        #expect(sections.index(ofSectionTitled: "z") == 3 && !sections.contains(sectionTitle: "q"))
        let place = try #require(observer.indexPath(for: sections[2][0]))
        #expect(place == IndexPath(indexes: [2, 0]) && observer.element(at: place)?.title == "y")
        #expect(observer.element(at: IndexPath(indexes: [9, 0])) == nil)
        sections[0][0].title = "x"
        context.processPendingChanges()
        #expect(observer.sections?.map(\.count) == [2, 1, 1])
        let tagged = ModelContext(
            try ModelContainer(
                for: Tag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        for name in ["q", nil] { tagged.insert(Tag(name)) }
        let tags = try ResultsObserver<Tag, String>(sectionBy: \Tag.name, modelContext: tagged)
        #expect(tags.sections?.sectionTitles == ["", "q"])
    }

    @Test("SD-168 readers are told once, and only when models come, go or move") func observation() throws {
        let context = try context("b", "d")
        let observer = try ResultsObserver(sortBy: byTitle, modelContext: context)
        let count = Mutex(0)
        func track() {
            withObservationTracking {
                _ = observer.results
            } onChange: {
                count.withLock { $0 += 1 }
            }
        }
        track()
        observer.results[0].pages = 7
        try context.save()
        #expect(count.withLock { $0 } == 0)
        context.insert(Book(title: "a"))
        context.insert(Book(title: "c"))
        context.processPendingChanges()
        #expect(count.withLock { $0 } == 1)
    }

    @Test("SD-168 an error of a fetch is thrown, and later kept beside the results") func errors() throws {
        let context = try context("b")
        let part = #Predicate<Book> { $0.codes.contains("x") }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try ResultsObserver(filterBy: part, modelContext: context)
        }
        let observer = try ResultsObserver(sortBy: byTitle, modelContext: context)
        observer.filterBy = part
        #expect(observer.fetchError != nil && observer.results.count == 1)
        observer.filterBy = nil
        #expect(observer.fetchError == nil)
    }

    @Test("SD-167 a query is a property that follows its context") func query() throws {
        let context = try context("b")
        @Query(sort: \Book.title, in: context) var books: [Book]
        @Query(filter: #Predicate<Book> { $0.title > "b" }, in: context) var others: [Book]
        #expect(books.map(\.title) == ["b"] && others.isEmpty && _books.modelContext === context)
        context.insert(Book(title: "c"))
        try context.save()
        #expect(books.map(\.title) == ["b", "c"] && others.map(\.title) == ["c"])
        @Query(sectionBy: \Book.title, in: context) var sorted: [Book]
        #expect(_sorted.sections?.sectionTitles == ["b", "c"] && sorted.count == 2)
    }

    @Test("SD-167 a query without a context takes the task's container, or says so") func taskContainer()
        throws
    {
        let context = try context("b")
        let query = ModelContainer.$current.withValue(context.container) { Query<Book>() }
        #expect(query.wrappedValue.map(\.title) == ["b"])
        @Query var books: [Book]
        #expect(books.isEmpty)
        #expect(_books.fetchError as? SwiftDataError == .missingModelContext)
    }
}

@Model
final class Tag {
    var name: String?

    init(_ name: String?) { self.name = name }
}
