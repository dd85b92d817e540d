// SPDX-License-Identifier: Apache-2.0
// Containers and contexts end with their last references, and what a context needs lives as long as it does.

import Perdure
import PerdureTestSupport
import Testing

@testable import SwiftData

@Suite struct ContainerLifeTests {
    @Test("SD-123 a container whose main context was used ends with its last reference") @MainActor
    func end() throws {
        weak var former: ModelContainer?
        weak var context: ModelContext?
        do {
            let container = try Library.container()
            container.mainContext.insert(Author(name: "Ada"))
            try container.mainContext.save()
            container.mainContext.autosaveEnabled = false
            former = container
        }
        #expect(former == nil)
        do {
            let container = try Library.container()
            context = container.mainContext
        }
        #expect(context == nil)
    }

    @Test("SD-123 a context keeps its stores open, and its container is equal to the former one") @MainActor
    func contextAlone() throws {
        let context = try Library.container().mainContext
        context.insert(Author(name: "Ada"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
        #expect(context.container == context.container)
        #expect(context.container.mainContext === context)
        let container = context.container
        #expect(context.container === container && container.schema.entitiesByName["Author"] != nil)
    }

    @Test("SD-136 changes that await the autosave keep the main context alive") @MainActor func pending()
        async throws
    {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("a.store"))
        do {
            let container = try ModelContainer(for: Schema(Library.types), configurations: configuration)
            container.mainContext.insert(Label("last"))
        }
        for _ in 0..<100 { await Task.yield() }
        let container = try ModelContainer(for: Schema(Library.types), configurations: configuration)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Label>()).map(\.text) == ["last"])
    }

    @Test("SD-206 members are counted in the store, and unsaved ones with them") func counts() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        let label = Label("a")
        author.books = (0..<5).map { Book(title: "\($0)", labels: [label]) }
        context.insert(author)
        #expect(try context.memberCount(of: author, \.books) == 5)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        #expect(try other.memberCount(of: found, \.books) == 5)
        #expect(other.store.registeredObjects.count == 1)
        other.insert(Book(title: "new", author: found))
        #expect(try other.memberCount(of: found, \.books) == 6 && found.books.count == 6)
        let tag = try #require(try other.fetch(FetchDescriptor<Label>()).first)
        #expect(try other.memberCount(of: tag, \.books) == tag.books.count)
    }

    @Test("SD-191 SD-206 a count of a model without a context says so") func withoutContext() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        let error = #expect(throws: SwiftDataError.self) { _ = try context.memberCount(of: author, \.books) }
        #expect(error == .missingModelContext && error?.description.contains("Author.books") == true)
    }
}
