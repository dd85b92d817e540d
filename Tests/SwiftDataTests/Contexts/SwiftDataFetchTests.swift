// SPDX-License-Identifier: Apache-2.0
// Fetches: predicates, orders, limits, counts, identifiers, batches, enumerations, and what is refused.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct SwiftDataFetchTests {
    private func filled(_ count: Int = 10) throws -> ModelContext {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        for index in 0..<count {
            let book = Book(title: "book \(index % 10)", author: index % 2 == 0 ? author : nil)
            book.pages = index
            context.insert(book)
        }
        try context.save()
        return context
    }

    @Test("SD-149 pending changes take part unless they are left out") func pending() throws {
        let context = try filled()
        context.insert(Book(title: "new"))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 11)
        var descriptor = FetchDescriptor<Book>()
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).count == 10)
    }

    @Test("SD-150 SD-151 limit, offset and order cut the result, and the count agrees") func limits() throws {
        let context = try filled()
        var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages, order: .reverse)])
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.pages) == [8, 7, 6])
        #expect(try context.fetchCount(descriptor) == 3)
    }

    @Test("SD-156 predicates compare values, follow relationships, and test members") func predicates() throws
    {
        let context = try filled()
        let limit = 6
        let big = FetchDescriptor<Book>(predicate: #Predicate { $0.pages > limit && $0.title.contains("9") })
        #expect(try context.fetch(big).map(\.pages) == [9])
        let own = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "Ada" })
        #expect(try context.fetchCount(own) == 5)
        let none = FetchDescriptor<Book>(predicate: #Predicate { $0.author == nil })
        #expect(try context.fetchCount(none) == 5)
        let authors = FetchDescriptor<Author>(predicate: #Predicate { $0.books.contains { $0.pages == 8 } })
        #expect(try context.fetch(authors).count == 1)
    }

    @Test("SD-152 identifiers come in the order of the models") func identifiers() throws {
        let context = try filled()
        let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages, order: .reverse)])
        let models = try context.fetch(descriptor)
        #expect(try context.fetchIdentifiers(descriptor) == models.map(\.persistentModelID))
        context.insert(Book(title: "new"))
        #expect(try context.fetchIdentifiers(descriptor).count == 11)
    }

    @Test("SD-153 batches read when they are asked for, and not beside pending changes") func batches() throws
    {
        let context = try filled(100)
        let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)])
        let list = try context.fetch(descriptor, batchSize: 10)
        #expect(list.count == 100 && list[42].pages == 42 && list.map(\.pages) == Array(0..<100))
        context.insert(Book(title: "new"))
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            _ = try context.fetch(descriptor, batchSize: 10)
        }
        context.rollback()
        context.insert(Author(name: "Eve"))
        #expect(try context.fetch(descriptor, batchSize: 10).count == 100)
    }

    struct Stop: Error {}

    @Test("SD-154 an enumeration sees every model in order, and refuses changes that escape")
    func enumeration() throws {
        let context = try filled(25)
        let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)])
        var pages: [Int] = []
        try context.enumerate(descriptor, batchSize: 10) { pages.append($0.pages) }
        #expect(pages == Array(0..<25))
        #expect(throws: Stop.self) { try context.enumerate(descriptor) { _ in throw Stop() } }
        #expect(throws: (any Error).self) { try context.enumerate(descriptor) { $0.pages += 1 } }
        context.rollback()
        try context.enumerate(descriptor, allowEscapingMutations: true) { $0.pages += 1 }
        #expect(context.changedModelsArray.count == 25)
    }

    @Test("SD-155 a key path that is no property is refused") func keyPaths() throws {
        let context = try filled()
        var descriptor = FetchDescriptor<Author>()
        descriptor.propertiesToFetch = [\.name]
        descriptor.relationshipKeyPathsForPrefetching = [\.books]
        #expect(try context.fetch(descriptor).first?.books.count == 5)
        descriptor.propertiesToFetch = [\.label]
        #expect(throws: SwiftDataError.unsupportedKeyPath) { _ = try context.fetch(descriptor) }
    }

    @Test("SD-157 SD-161 what has no form in a store is refused with its own error") func refusals() throws {
        let context = try filled()
        let computed = FetchDescriptor<Author>(predicate: #Predicate { $0.label == "x" })
        #expect(throws: SwiftDataError.unsupportedPredicate) { _ = try context.fetch(computed) }
        #expect(throws: SwiftDataError.unsupportedPredicate) { _ = try context.fetchCount(computed) }
        let order = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.label)])
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) { _ = try context.fetch(order) }
    }

    @Test("SD-162 a class that the container does not have is refused") func unknown() throws {
        let context = try filled()
        #expect(throws: SwiftDataError.unknownSchema) { _ = try context.fetch(FetchDescriptor<Shelf>()) }
    }

    @Test("SD-74 deny keeps a model whose destinations remain") func deny() throws {
        let container = try ModelContainer(
            for: Shelf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let shelf = Shelf()
        shelf.items = [Item()]
        context.insert(shelf)
        try context.save()
        context.delete(shelf)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(!shelf.isDeleted && shelf.items.count == 1)
    }

    @Test("SD-64 SD-192 counts of members are validated, and the error says where") func counts() throws {
        let container = try ModelContainer(
            for: Counted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let counted = Counted()
        counted.parts = [Part()]
        context.insert(counted)
        do {
            try context.save()
            Issue.record("one part is too few")
        } catch SwiftDataError.modelValidationFailure {
            #expect(context.hasChanges)
        }
        counted.parts.append(Part())
        try context.save()
        let error = #expect(throws: SwiftDataError.self) {
            counted.parts += [Part(), Part()]
            try context.save()
        }
        #expect(error?.description.contains("Counted.parts") == true)
    }
}
