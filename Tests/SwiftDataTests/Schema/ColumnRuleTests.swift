// SPDX-License-Identifier: Apache-2.0
// The tables and columns of models, and what schemas say of values.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ColumnRuleTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("rules.store")
        let types: [any PersistentModel.Type] = Library.types + [Drink.self, Traveller.self]
        context = ModelContext(
            try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
    }

    private func columns(_ table: String) throws -> [String] {
        try RawDatabase(url).rows("SELECT name FROM pragma_table_info('\(table)')").map { $0[0] }
    }

    @Test("SD-34 SD-49 columns are named as properties, and numbered where names collide") func names() throws
    {
        let drink = Drink()
        drink.brewer = Brewer(id: 7, name: "Ada")
        context.insert(drink)
        try context.save()
        let found = try columns("ZDRINK")
        #expect(Set(found).isSuperset(of: ["Z_SECTION", "ZID", "ZID1", "ZNAME", "ZCITY"]))
        #expect(try RawDatabase(url).value("SELECT ZID FROM ZDRINK") == "7")
    }

    @Test("SD-55 a member of a struct that is nil is NULL") func members() throws {
        let book = Book(title: "a")
        book.place = Place(city: "Rome", tags: ["x", "y"])
        context.insert(book)
        try context.save()
        #expect(try RawDatabase(url).value("SELECT ZFLOOR IS NULL FROM ZBOOK") == "1")
    }

    @Test("SD-69 a one-way to-many relationship has its column in the destination") func oneWay() throws {
        let traveller = Traveller()
        traveller.trips = [Trip(name: "Rome")]
        context.insert(traveller)
        try context.save()
        let found = try columns("ZTRIP").filter { $0.hasSuffix("TRIPS") && $0.hasPrefix("Z") }
        #expect(found.count == 1 && found.first?.dropFirst().first?.isNumber == true)
        #expect(try RawDatabase(url).value("SELECT \(found[0]) FROM ZTRIP") == "1")
    }

    @Test("SD-70 many-to-many relationships have a table of pairs") func pairs() throws {
        let label = Label("l")
        context.insert(Book(title: "a", labels: [label]))
        context.insert(Book(title: "b", labels: [label]))
        try context.save()
        let tables = try RawDatabase(url).rows("SELECT name FROM sqlite_master WHERE type = 'table'").map {
            $0[0]
        }
        let table = try #require(
            tables.first { $0.hasPrefix("Z_") && ($0.hasSuffix("LABELS") || $0.hasSuffix("BOOKS")) })
        #expect(try RawDatabase(url).value("SELECT count(*) FROM \(table)") == "2")
    }

    @Test("SD-91 SD-97 a hierarchy has one table, and a relationship holds instances of subclasses")
    func hierarchy()
        throws
    {
        let traveller = Traveller()
        traveller.trips = [BusinessTrip(name: "Oslo", perDiem: 80), Trip(name: "Rome")]
        context.insert(traveller)
        try context.save()
        #expect(try Set(columns("ZTRIP")).isSuperset(of: ["ZNAME", "ZPERDIEM"]))
        #expect(try columns("ZBUSINESSTRIP").isEmpty)
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Traveller>()).first)
        #expect(
            found.trips.count == 2 && found.trips.compactMap { $0 as? BusinessTrip }.map(\.perDiem) == [80])
    }

    @Test("SD-25 the hash of a composite is that of its elements, whatever its name and optionality")
    func hashes() throws {
        let entities = context.container.schema.entitiesByName
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: context.container.schema))
        #expect(entities["Book"] != nil)
        let place = try #require(model.entitiesByName["Book"]?.attributesByName["place"])
        let home = try #require(model.entitiesByName["Drink"]?.attributesByName["home"])
        #expect(place.isOptional && !home.isOptional && place.versionHash == home.versionHash)
    }

    @Test("SD-45 SD-59 a schema has defaults, the types of values, and the members of structs") func schema()
        throws
    {
        let book = try #require(context.container.schema.entity(for: Book.self))
        #expect(book.attributesByName["pages"]?.defaultValue as? Int == 100)
        #expect(book.attributesByName["pages"]?.valueType == Int.self)
        let place = try #require(book.attributesByName["place"] as? Schema.CompositeAttribute)
        #expect(place.properties.map(\.name) == ["city", "floor", "tags"])
    }

    @Test(
        "SD-81 a combination with a relationship stands in the schema, and is refused by its name when a store is opened"
    )
    func uniqueRelationship() throws {
        #expect(Schema([Seat.self]).entity(for: Seat.self)?.uniquenessConstraints == [["number", "hall"]])
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Seat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        #expect(error == .loadIssueModelContainer && error?.description.contains("Seat.hall") == true)
    }

    @Test("SD-78 SD-88 former names and spatial indexes reach the model")
    func facts() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Drink.self))
        let drink = try #require(model.entitiesByName["Drink"])
        #expect(drink.relationshipsByName["glasses"]?.renamingIdentifier == "cup")
        #expect(drink.relationshipsByName["glasses"]?.versionHashModifier == "3")
        #expect(drink.indexes.map(\.name) == ["SwiftDataIndexOnRtreexy"])
    }

    @Test("SD-39 SD-40 a transformable value need not be Codable, and its transformer stands in the model")
    func transformed() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: ShopSchema.self),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let article = ShopArticle(code: "a")
        article.label = ["x", "y"]
        article.parts = [ShopArticle(code: "b")]
        article.parts?.first?.number = 8
        article.parts?.first?.parts = [article]
        context.insert(article)
        try context.save()
        let code = "a"
        let other = try ModelContext(container).fetch(
            FetchDescriptor<ShopArticle>(predicate: #Predicate { $0.code == code }))
        #expect(other.first?.label == ["x", "y"])
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: ShopArticle.self))
        let label = try #require(model.entitiesByName["ShopArticle"]?.attributesByName["label"])
        #expect(label.attributeType == .transformableAttributeType && label.isOptional)
        #expect(label.valueTransformerName == "NSSecureUnarchiveFromData")
    }

    @Test("SD-103 two classes of one name stop the schema, with both names") func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Schema([Author.self, Other.Author.self])
        }
        let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(told.contains("Author") && told.contains("Other.Author"))
    }
}
