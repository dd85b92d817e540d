// SPDX-License-Identifier: Apache-2.0
// Forms that files show, and what becomes of them when a class changes.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

enum BoxV1 {
    struct Size: Codable, Equatable {
        var width: Int
        var height: Int
    }

    @Model
    final class Box {
        var size: Size

        init(size: Size) { self.size = size }
    }
}

enum BoxV2 {
    struct Size: Codable, Equatable {
        var width: Int
        var depth: Int?
        var weight: Double
    }

    @Model
    final class Box {
        #Index<Box>([\.number])
        var size: Size
        var number: Int = 3

        init(size: Size) { self.size = size }
    }
}

enum BoxV3 {
    typealias Size = BoxV2.Size

    @Model
    final class Box {
        #Index<Box>([\.number, \.name])
        var size: Size
        var number: Int = 3
        var name: String = ""

        init(size: Size) { self.size = size }
    }
}

enum BoxV4 {
    typealias Size = BoxV2.Size

    @Model
    final class Box {
        #Index<Box>([\.number], [\.name])
        var size: Size
        var number: Int = 3
        var name: String = ""

        init(size: Size) { self.size = size }
    }
}

@Model
final class Deck {
    @Relationship(deleteRule: .noAction, inverse: \Card.deck) var cards: [Card] = []
    var name: String = ""

    init(_ name: String) { self.name = name }
}

@Model
final class Card {
    var deck: Deck?
    @Relationship(.unique) var owner: Deck?

    init() {}
}

@Model
final class Bagged {
    var parts: Set<Glass> = []

    init() {}
}

@Suite struct StoredFormTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("forms.store")
    }

    private func context(_ types: any PersistentModel.Type...) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
    }

    private func columns(_ table: String) throws -> [String] {
        try RawDatabase(url).rows("SELECT name FROM pragma_table_info('\(table)')").map { $0[0] }
    }

    @Test("SD-50 columns stand by groups of types, then by names, a composite's in its place") func order()
        throws
    {
        let context = try context(Drink.self)
        defer { withExtendedLifetime(context) {} }
        #expect(
            try columns("ZDRINK") == [
                "Z_PK", "Z_ENT", "Z_OPT", "ZID", "ZFLOOR", "ZX", "ZY", "Z_SECTION", "ZNAME", "ZCITY", "ZID1",
                "ZTAGS",
            ])
    }

    @Test("SD-51 an array inside a struct is JSON") func arrays() throws {
        let context = try context(Drink.self)
        let drink = Drink()
        drink.home = Place(city: "Rome", tags: ["x", "y"])
        context.insert(drink)
        try context.save()
        let stored = try RawDatabase(url).value("SELECT hex(ZTAGS) FROM ZDRINK")
        #expect(stored == "5B2278222C2279225D")
    }

    @Test("SD-19 files have no names of classes") func classNames() throws {
        let context = try context(Drink.self)
        defer { withExtendedLifetime(context) {} }
        let model = try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url))
        #expect(Set(model.entitiesByName.keys) == ["Drink", "Glass", "Hall"])
        for entity in model.entities { #expect(entity.managedObjectClassName == "NSManagedObject") }
    }

    @Test("SD-57 a struct's members are columns that come and go without a plan; new ones are nil or zero")
    func members() throws {
        do {
            let old = try context(BoxV1.Box.self)
            old.insert(BoxV1.Box(size: BoxV1.Size(width: 2, height: 5)))
            try old.save()
        }
        let new = try context(BoxV2.Box.self)
        let box = try #require(try new.fetch(FetchDescriptor<BoxV2.Box>()).first)
        #expect(box.size == BoxV2.Size(width: 2, depth: nil, weight: 0) && box.number == 3)
        #expect(try !columns("ZBOX").contains("ZHEIGHT") && columns("ZBOX").contains("ZDEPTH"))
    }

    @Test("SD-58 a value with the option codable is one encoded column, whatever its coding") func codable()
        throws
    {
        let context = try context(Crate.self)
        let crate = Crate(code: "a")
        crate.kept = Renamed(one: 7)
        context.insert(crate)
        try context.save()
        let column = "SELECT type FROM pragma_table_info('ZCRATE') WHERE name = 'ZKEPT'"
        #expect(try RawDatabase(url).value(column) == "BLOB")
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Crate>()).first)
        #expect(found.kept == Renamed(one: 7))
        found.kept = nil
        #expect(found.kept == nil)
    }

    @Test("SD-89 an index that comes later is made when the store is opened, and one that goes is dropped")
    func indexes() throws {
        _ = try context(BoxV3.Box.self)
        let hashes = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        _ = try context(BoxV4.Box.self)
        let names = try RawDatabase(url).rows(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%SwiftData%'"
        ).map { $0[0] }
        #expect(
            Set(names) == ["Z_Box_SwiftDataIndexOnBinarynumber", "Z_Box_SwiftDataIndexOnBinaryname"])
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        let key = NSStoreModelVersionHashesKey
        #expect(hashes[key] as? [String: Data] == after[key] as? [String: Data])
    }

    @Test("SD-75 no action leaves the reference, which leads to a model without a row") func noAction() throws
    {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let schema = Schema([DeckOnly.self, CardOnly.self])
        let context = ModelContext(try ModelContainer(for: schema, configurations: memory))
        let deck = DeckOnly("a")
        deck.cards = [CardOnly()]
        context.insert(deck)
        try context.save()
        context.delete(deck)
        try context.save()
        let other = ModelContext(context.container)
        let card = try #require(try other.fetch(FetchDescriptor<CardOnly>()).first)
        #expect(card.deck?.name ?? "" == "")
        #expect(card.deck?.isDeleted ?? true)
    }

    @Test(
        "SD-79 a relationship with the option unique is a constraint, and is refused by its name when a store is opened"
    )
    func uniqueRelationship() throws {
        #expect(Schema([Card.self]).entity(for: Card.self)?.uniquenessConstraints == [["owner"]])
        let error = #expect(throws: SwiftDataError.self) { _ = try context(Card.self) }
        #expect(error == .loadIssueModelContainer && error?.description.contains("Card.owner") == true)
    }

    @Test("SD-146 a set of models is refused in Apple's words, with the way out") func sets() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Schema([Bagged.self])
        }
        let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(told.contains("Expected only Arrays for Relationships"))
        #expect(told.contains("Bagged.parts") && told.contains("[Glass]"))
    }
}

@Model
final class DeckOnly {
    @Relationship(deleteRule: .noAction, inverse: \CardOnly.deck) var cards: [CardOnly] = []
    var name: String = ""

    init(_ name: String) { self.name = name }
}

@Model
final class CardOnly {
    var deck: DeckOnly?

    init() {}
}
