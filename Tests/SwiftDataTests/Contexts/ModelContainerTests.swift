// SPDX-License-Identifier: Apache-2.0
// Containers: places, several stores, stores that cannot be opened, and their end.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ModelContainerTests {
    private func problem(_ body: () throws -> Void) -> SwiftDataError? {
        #expect(throws: SwiftDataError.self) { try body() }
    }

    @Test("SD-114 SD-115 SD-116 a configuration has a name and a place") func places() {
        #expect(ModelConfiguration().name == "default")
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("books").url.lastPathComponent == "books.store")
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).url.path == "/dev/null")
        let group = ModelConfiguration("x", groupContainer: .identifier("shared"))
        #expect(group.url.deletingLastPathComponent().lastPathComponent == "shared")
        #expect(group.groupAppContainerIdentifier == "shared" && group.cloudKitContainerIdentifier == nil)
    }

    @Test("SD-116 containers in memory share nothing") func memory() throws {
        let (one, two) = (try Library.context(), try Library.context())
        one.insert(Author(name: "Ada"))
        try one.save()
        #expect(try two.fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test("SD-27 a new store has a history, and opens again") func files() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("a/b/x.store"))
        do {
            let context = ModelContext(try ModelContainer(for: Author.self, configurations: configuration))
            context.insert(Author(name: "Ada"))
            try context.save()
        }
        let context = ModelContext(try ModelContainer(for: Author.self, configurations: configuration))
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
        let names = try RawDatabase(configuration.url).rows("SELECT name FROM sqlite_master").map { $0[0] }
        #expect(names.contains("ATRANSACTION") && names.contains("ACHANGE"))
    }

    @Test("SD-117 a store that may not be written refuses a save") func readOnly() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("x.store")
        _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
        let container = try ModelContainer(
            for: Author.self, configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        context.insert(Author(name: "Ada"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
    }

    @Test("SD-119 each configuration has the entities of its schema") func several() throws {
        let folder = try TemporaryFolder()
        let (books, trips) = (folder.file("books.store"), folder.file("trips.store"))
        let container = try ModelContainer(
            for: Schema(Library.types),
            configurations: ModelConfiguration("books", schema: Schema([Author.self]), url: books),
            ModelConfiguration("trips", schema: Schema([BusinessTrip.self]), url: trips))
        let context = ModelContext(container)
        context.insert(Author(name: "Ada"))
        context.insert(Trip(name: "Rome"))
        try context.save()
        #expect(try RawDatabase(books).value("SELECT count(*) FROM ZAUTHOR") == "1")
        #expect(try RawDatabase(trips).value("SELECT count(*) FROM ZTRIP") == "1")
        #expect(
            try RawDatabase(books).value("SELECT count(*) FROM sqlite_master WHERE name = 'ZTRIP'") == "0")
    }

    @Test("SD-120 configurations that cannot be are refused by name") func refusals() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("x.store")
        let schema = Schema([Author.self])
        let missing = problem {
            _ = try ModelContainer(
                for: schema, configurations: ModelConfiguration("a", schema: Schema([Trip.self]), url: url))
        }
        #expect(missing == .configurationSchemaNotFoundInContainerSchema)
        #expect(missing?.description.contains("Trip") == true)
        let twice = problem {
            _ = try ModelContainer(
                for: schema, configurations: ModelConfiguration("a", url: url),
                ModelConfiguration("b", url: url))
        }
        #expect(twice == .duplicateConfiguration)
        let slash = problem { _ = try ModelContainer(for: schema, configurations: ModelConfiguration("a/b")) }
        #expect(slash == .configurationFileNameContainsInvalidCharacters)
        let long = String(repeating: "x", count: 300)
        let name = problem { _ = try ModelContainer(for: schema, configurations: ModelConfiguration(long)) }
        #expect(name == .configurationFileNameTooLong)
    }

    @Test("SD-121 SD-190 a damaged store gives one error, with its cause") func damage() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("x.store")
        try Data(repeating: 7, count: 5000).write(to: url)
        do {
            _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
            Issue.record("the file is no store")
        } catch SwiftDataError.loadIssueModelContainer {
        }
        let error = problem {
            _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
        }
        #expect(error?.underlying != nil && error?.description.contains("x.store") == true)
    }

    @Test("SD-122 erasing removes the contents") func erasing() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        do {
            let container = try ModelContainer(for: Author.self, configurations: configuration)
            let context = ModelContext(container)
            context.insert(Author(name: "Ada"))
            try context.save()
            try container.erase()
        }
        let context = ModelContext(try ModelContainer(for: Author.self, configurations: configuration))
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test("SD-124 containers are equal when they are one") func equality() throws {
        let (one, two) = (try Library.container(), try Library.container())
        #expect(one == one && one != two)
        #expect(one.configurations.first?.schema == one.schema && one.migrationPlan == nil)
    }
}
