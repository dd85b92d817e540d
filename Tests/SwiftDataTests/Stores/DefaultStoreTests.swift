// SPDX-License-Identifier: Apache-2.0
// A file beside a store of the program's own, and behind one.

import Foundation
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct DefaultStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("SD-184 a container may have files and stores of the program's own") func beside() throws {
        let file = ModelConfiguration(
            "file", schema: Schema([Glass.self, Hall.self]), url: folder.file("a.store"))
        let log = ShelfLog()
        let shelf = ShelfConfiguration(schema: Schema([Folder.self, Note.self]), log: log)
        let configurations: [any DataStoreConfiguration] = [file, shelf]
        let schema = Schema([Folder.self, Note.self, Glass.self])
        let context = ModelContext(try ModelContainer(for: schema, configurations: configurations))
        context.insert(Glass(number: 3))
        context.insert(Note("n"))
        try context.save()
        #expect(try RawDatabase(folder.file("a.store")).value("SELECT ZNUMBER FROM ZGLASS") == "3")
        #expect(log.snapshots.count == 1)
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Glass>()).map(\.number) == [3])
        #expect(try other.fetch(FetchDescriptor<Note>()).map(\.text) == ["n"])
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            let twice: [any DataStoreConfiguration] = [
                file, ShelfConfiguration(name: "file", schema: nil, log: log),
            ]
            _ = try ModelContainer(for: schema, configurations: twice)
        }
    }

    @Test("SD-211 a store of the program's own may stand in front of a DefaultStore") func behind() throws {
        let schema = Schema([Author.self, Book.self, Label.self])
        let front = FrontConfiguration(url: folder.file("a.store"))
        let context = ModelContext(try ModelContainer(for: schema, configurations: [front]))
        let author = Author(name: "Ada")
        let book = Book(title: "Sea", author: author, labels: [Label("blue")])
        book.rank = .top
        book.mood = .merry
        book.place = Place(city: "Rome", floor: 2, tags: ["x"])
        context.insert(book)
        try context.save()
        #expect(book.persistentModelID.storeIdentifier == front.probe.store?.identifier)
        #expect(try RawDatabase(folder.file("a.store")).value("SELECT ZTITLE FROM ZBOOK") == "Sea")
        let other = ModelContext(context.container)
        let sea = FetchDescriptor<Book>(
            predicate: #Predicate { $0.title == "Sea" && $0.author?.name == "Ada" })
        let found = try #require(try other.fetch(sea).first)
        #expect(
            found.rank == .top && found.mood == .merry
                && found.place == Place(city: "Rome", floor: 2, tags: ["x"]))
        #expect(found.author?.name == "Ada" && found.labels.map(\.text) == ["blue"])
        #expect(
            found.author?.books.map(\.title) == ["Sea"] && found.persistentModelID == book.persistentModelID)
        found.title = "Lake"
        try other.save()
        #expect(try RawDatabase(folder.file("a.store")).value("SELECT ZTITLE FROM ZBOOK") == "Lake")
        #expect(try other.fetchCount(FetchDescriptor<Label>()) == 1)
        if let author = found.author { other.delete(author) }
        try other.save()
        #expect(try RawDatabase(folder.file("a.store")).value("SELECT count(*) FROM ZBOOK") == "0")
    }

    @Test("SD-211 SD-82 what a program has set replaces values of the row with the unique value")
    func upsert() throws {
        let front = FrontConfiguration(url: folder.file("a.store"))
        let container = try ModelContainer(for: Schema([Ticket.self]), configurations: [front])
        let first = Ticket("a")
        first.seats = 5
        first.note = "n"
        let context = ModelContext(container)
        context.insert(first)
        try context.save()
        func row() throws -> [[String]] {
            try RawDatabase(folder.file("a.store")).rows("SELECT ZSEATS, ZNOTE, hex(ZSERIAL) FROM ZTICKET")
        }
        let stored = try row()
        for seats in [nil, 7] {
            let second = Ticket("a")
            if let seats { second.seats = seats }
            let other = ModelContext(container)
            other.insert(second)
            try other.save()
            #expect(try row() == [[seats.map { "\($0)" } ?? "5", "n", stored[0][2]]])
        }
    }

    @Test("SD-211 a DefaultStore has a history, deletes what matches, and needs a schema") func alone() throws
    {
        #expect(throws: SwiftDataError.unknownDataStoreSchema) {
            _ = try DefaultStore(ModelConfiguration(url: folder.file("b.store")))
        }
        let schema = Schema([Author.self, Book.self, Label.self])
        let front = FrontConfiguration(url: folder.file("a.store"))
        let context = ModelContext(try ModelContainer(for: schema, configurations: [front]))
        context.author = "front"
        for number in 0..<3 { context.insert(Label("\(number)")) }
        try context.save()
        let store = try #require(front.probe.store)
        let history = try store.fetchHistory(HistoryDescriptor())
        #expect(history.map(\.author) == ["front"] && history.first?.changes.count == 3)
        try context.delete(model: Label.self, where: #Predicate { $0.text != "1" })
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Label>()).map(\.text) == ["1"])
        #expect(store.name == "behind" && store.schema == schema)
    }
}

/// Shows a test the store that a configuration has made.
final class FrontProbe: Hashable, @unchecked Sendable {
    // Sendable because a test uses it on one thread.
    var store: DefaultStore?

    static func == (lhs: FrontProbe, rhs: FrontProbe) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct FrontConfiguration: DataStoreConfiguration {
    typealias Store = FrontStore

    var name = "front"
    var schema: Schema?
    var url: URL
    let probe = FrontProbe()

    init(url: URL) { self.url = url }
}

/// Hands everything on to a file.
final class FrontStore: DataStore, DataStoreBatching {
    typealias Configuration = FrontConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: FrontConfiguration
    let file: DefaultStore
    var identifier: String { file.identifier }
    var schema: Schema { file.schema }

    init(_ configuration: FrontConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        file = try DefaultStore(
            ModelConfiguration("behind", schema: configuration.schema, url: configuration.url),
            migrationPlan: migrationPlan)
        configuration.probe.store = file
    }

    func erase() throws { try file.erase() }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, DefaultSnapshot>
    { try file.fetch(request) }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try file.fetchCount(request)
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    { try file.save(request) }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        try file.delete(request)
    }
}
