// SPDX-License-Identifier: Apache-2.0
// Saves without a call, and actors with contexts of their own.

import PerdureTestSupport
import SwiftData
import Testing

@ModelActor
actor Importer {
    func add(_ names: [String]) throws {
        for name in names { modelContext.insert(Author(name: name)) }
        try modelContext.save()
    }

    func name(of id: PersistentIdentifier) -> String? { self[id, as: Author.self]?.name }
    func book(of id: PersistentIdentifier) -> String? { self[id, as: Book.self]?.title }
    func isOnMainThread() -> Bool { Thread.isMainThread }

    func addWithoutSaving(_ name: String) {
        modelContext.autosaveEnabled = true
        modelContext.insert(Author(name: name))
    }

    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Author>()) }
    func hasChanges() -> Bool { modelContext.hasChanges }
}

@Suite struct AutosaveTests {
    @Test("SD-123 the main context saves by itself, others by calls") @MainActor func defaults() throws {
        let container = try Library.container()
        #expect(container.mainContext === container.mainContext)
        #expect(container.mainContext.autosaveEnabled)
        #expect(!ModelContext(container).autosaveEnabled)
    }

    @Test("SD-136 the main context saves with the main actor's next turn") @MainActor func autosave()
        async throws
    {
        let container = try Library.container()
        container.mainContext.insert(Author(name: "Ada"))
        #expect(container.mainContext.hasChanges)
        for _ in 0..<100 where container.mainContext.hasChanges { await Task.yield() }
        #expect(!container.mainContext.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test("SD-136 a failed autosave keeps the changes") @MainActor func failure() async throws {
        let container = try ModelContainer(
            for: Counted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let counted = Counted()
        container.mainContext.insert(counted)
        for _ in 0..<100 { await Task.yield() }
        #expect(container.mainContext.hasChanges)
        counted.parts = [Part(), Part()]
        for _ in 0..<100 where container.mainContext.hasChanges { await Task.yield() }
        #expect(!container.mainContext.hasChanges)
    }

    @Test("SD-163 SD-164 an actor works beside its context, off the main thread") @MainActor func actors()
        async throws
    {
        let container = try Library.container()
        let importer = Importer(modelContainer: container)
        try await importer.add(["Ada", "Eve"])
        #expect(await importer.isOnMainThread() == false)
        let authors = try container.mainContext.fetch(
            FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(authors.map(\.name) == ["Ada", "Eve"])
        let id = authors[0].persistentModelID
        #expect(await importer.name(of: id) == "Ada")
        #expect(await importer.book(of: id) == nil)
    }

    @Test("SD-136 an actor's context saves after the current job") func actorAutosave() async throws {
        let container = try Library.container()
        let importer = Importer(modelContainer: container)
        await importer.addWithoutSaving("Ada")
        for _ in 0..<100 where await importer.hasChanges() { await Task.yield() }
        #expect(await importer.hasChanges() == false)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test("SD-165 the main context sees an actor's save") @MainActor func visibility() async throws {
        let container = try Library.container()
        let context = container.mainContext
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
        try await Importer(modelContainer: container).add(["Ada"])
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
    }
}
