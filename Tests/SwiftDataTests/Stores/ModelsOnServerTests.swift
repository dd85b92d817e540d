// SPDX-License-Identifier: Apache-2.0
// The same models on a PostgreSQL server: only with the package trait, and beside a server.

#if PostgreSQL
import PerdureTestSupport
import SwiftData
import Testing

@Suite(.enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ModelsOnServerTests {
    private let namespace: ServerNamespace

    init() throws { namespace = try ServerNamespace() }

    private func container(history: Bool = false) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: namespace.url)
        configuration.keepsHistory = history
        return try ModelContainer(for: Schema(Library.types), configurations: [configuration])
    }

    @Test("SD-27 models, forms of values and relationships come back from a server") func roundTrip() throws {
        let context = ModelContext(try container())
        let author = Author(name: "Ada")
        let book = Book(title: "Notes", author: author, labels: [Label("x"), Label("y")])
        book.rank = .high
        book.mood = .merry
        book.medium = .file(path: "/a")
        book.place = Place(city: "Rome", floor: 3, tags: ["t"])
        book.codes = ["1", "2"]
        context.insert(book)
        context.insert(BusinessTrip(name: "T", perDiem: 2.5))
        try context.save()
        let other = ModelContext(try container())
        let found = try #require(
            try other.fetch(
                FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "Ada" })
            ).first)
        #expect(found.rank == .high && found.mood == .merry && found.medium == .file(path: "/a"))
        #expect(found.place == Place(city: "Rome", floor: 3, tags: ["t"]) && found.codes == ["1", "2"])
        #expect(Set(found.labels.map(\.text)) == ["x", "y"] && found.isbn == book.isbn)
        #expect(found.persistentModelID == book.persistentModelID)
        #expect(try other.fetch(FetchDescriptor<Trip>()).first is BusinessTrip)
    }

    @Test("SD-27 a unique value updates the stored row of a server") func upsert() throws {
        let container = try container()
        for visits in 1...2 {
            let context = ModelContext(container)
            let author = Author(name: "Ada")
            for _ in 0..<visits { author.visit() }
            context.insert(author)
            try context.save()
        }
        let all = try ModelContext(container).fetch(FetchDescriptor<Author>())
        #expect(all.map(\.visits) == [2])
    }

    @Test("SD-27 a server keeps a history where the configuration asks for it") func history() throws {
        let silent = ModelContext(try container())
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try silent.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        }
        let context = ModelContext(try container(history: true))
        context.author = "me"
        context.insert(Label("x"))
        try context.save()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(all.map(\.author) == ["me"] && all.first?.changes.count == 1)
    }

    private func notes(_ texts: String...) throws -> ModelConfiguration {
        let configuration = ModelConfiguration(url: namespace.url)
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: NoteV1.self), configurations: configuration))
        for text in texts { context.insert(NoteV1.Note(text: text)) }
        try context.save()
        return configuration
    }

    private func migrated(_ configuration: ModelConfiguration) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: NoteV3.self), migrationPlan: MigrationPlanTests.NotePlan.self,
            configurations: configuration)
    }

    @Test("SD-27 SD-172 SD-176 a plan leads a store on a server through its versions") func plan() throws {
        let container = try migrated(try notes("a", "bcd"))
        let descriptor = FetchDescriptor<NoteV3.Note>(sortBy: [SortDescriptor(\.body)])
        let notes = try ModelContext(container).fetch(descriptor)
        #expect(notes.map(\.body) == ["a!", "bcd!"] && notes.map(\.length) == [2, 4])
    }

    @Test(
        "SD-27 SD-172 an error of a closure ends the migration, and the store on the server keeps its version"
    )
    func failedPlan() throws {
        let configuration = try notes("stop")
        let error = #expect(throws: SwiftDataError.self) { _ = try migrated(configuration) }
        #expect(error == .loadIssueModelContainer && error?.description.contains("Stop") == true)
        let container = try ModelContainer(
            for: Schema(versionedSchema: NoteV1.self), configurations: configuration)
        #expect(try ModelContext(container).fetch(FetchDescriptor<NoteV1.Note>()).map(\.text) == ["stop"])
    }

    @Test("SD-27 SD-174 a store on a server that is above the plan says so") func backwards() throws {
        let configuration = ModelConfiguration(url: namespace.url)
        _ = try ModelContainer(for: Schema(versionedSchema: NoteV3.self), configurations: configuration)
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV2.self), migrationPlan: MigrationPlanTests.OldPlan.self,
                configurations: configuration)
        }
        #expect(error == .backwardMigration && error?.description.contains("3.0.0") == true)
    }

    @Test("SD-27 no text of a configuration shows a password") func secrets() throws {
        let url = try #require(URL(string: "postgresql://me:secret@nowhere.invalid/db?sslpassword=secret"))
        let configuration = ModelConfiguration(url: url)
        #expect(configuration.debugDescription.contains("nowhere.invalid"))
        #expect(!configuration.debugDescription.contains("secret"))
    }
}
#endif
