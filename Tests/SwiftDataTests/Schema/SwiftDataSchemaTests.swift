// SPDX-License-Identifier: Apache-2.0
// Schemas: which classes they have, what they say of properties, how they are compared and written.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Model
final class Options {
    @Attribute(.unique, originalName: "key") var name: String
    @Attribute(.externalStorage) var picture: Data?
    @Attribute(.externalStorage) var note: String?
    @Attribute(.ephemeral) var mark: Int = 0
    @Attribute(.preserveValueOnDeletion) var title: String = ""
    @Attribute(.spotlight, .allowsCloudEncryption) var secret: String?
    @Attribute(hashModifier: "2") var number: UInt64 = 0
    @Attribute(.codable) var place: Place?
    var small: UInt8 = 0
    var middle: UInt16 = 0
    var ratio: Float = 0
    var price: Decimal = 0
    var link: URL?
    var words: Set<String> = []

    init(name: String) { self.name = name }
}

enum Other {
    @Model
    final class Author {
        var name: String

        init(name: String) { self.name = name }
    }
}

@Suite("Schemas of SwiftData") struct SwiftDataSchemaTests {
    private func attribute(_ name: String) throws -> NSAttributeDescription {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Options.self))
        return try #require(model.entitiesByName["Options"]?.attributesByName[name])
    }

    @Test("SD-18 SD-101 names are those of classes, each once") func names() {
        let schema = Schema([Author.self, Author.self, Book.self])
        #expect(schema.entities.map(\.name).sorted() == ["Author", "Book", "Label"])
        #expect(Schema.entityName(for: UserV1.User.self) == "User")
        #expect(schema.entity(for: Author.self) === schema.entitiesByName["Author"])
        #expect(schema.entity(for: Trip.self) == nil)
    }

    @Test("SD-23 a schema has what relationships reach, and superclasses") func reach() {
        #expect(Set(Schema([Label.self]).entities.map(\.name)) == ["Author", "Book", "Label"])
        #expect(Set(Schema([BusinessTrip.self]).entities.map(\.name)) == ["Trip", "BusinessTrip"])
        #expect(Schema([Trip.self]).entities.map(\.name) == ["Trip"])
    }

    @Test("SD-21 SD-22 a model has the schema's version, and a configuration") func versions() throws {
        let container = try ModelContainer(
            for: Author.self, configurations: ModelConfiguration("books", isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Author(name: "Ada"))
        try context.save()
        let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "books"))
        #expect(container.configurationName(forStoreIdentifier: identifier) == "books")
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Author.self))
        #expect(model.versionIdentifiers == ["1.0.0"])
    }

    @Test("SD-28 SD-29 plain types have the types of Core Data") func types() throws {
        let expected: [String: NSAttributeType] = [
            "name": .stringAttributeType, "small": .integer16AttributeType, "middle": .integer32AttributeType,
            "number": .integer64AttributeType, "ratio": .floatAttributeType, "price": .decimalAttributeType,
            "link": .URIAttributeType, "picture": .binaryDataAttributeType, "words": .binaryDataAttributeType,
            "place": .binaryDataAttributeType,
        ]
        for (name, type) in expected { #expect(try attribute(name).attributeType == type, "\(name)") }
        let context = ModelContext(
            try ModelContainer(
                for: Options.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let options = Options(name: "a")
        options.number = .max
        options.words = ["x"]
        options.place = Place(city: "Rome")
        context.insert(options)
        try context.save()
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Options>()).first)
        #expect(found.number == .max && found.words == ["x"] && found.place?.city == "Rome")
    }

    @Test("SD-30 SD-32 SD-33 optionality, former names and modifiers are the declaration's") func facts()
        throws
    {
        #expect(try !attribute("name").isOptional && attribute("picture").isOptional)
        #expect(try attribute("name").renamingIdentifier == "key")
        #expect(try attribute("small").renamingIdentifier == "small")
        #expect(try attribute("number").versionHashModifier == "2")
    }

    @Test("SD-35 SD-36 SD-37 SD-38 options are flags of the attribute") func options() throws {
        #expect(try attribute("picture").allowsExternalBinaryDataStorage)
        #expect(try !attribute("note").allowsExternalBinaryDataStorage)
        #expect(try attribute("mark").isTransient)
        #expect(try attribute("title").preservesValueInHistoryOnDeletion)
        #expect(try attribute("secret").allowsCloudEncryption && attribute("secret").isIndexedBySpotlight)
        let schema = Schema([Options.self])
        #expect(schema.entity(for: Options.self)?.attributesByName["note"]?.options == [.externalStorage])
    }

    @Test("SD-36 an ephemeral value counts as a change and is not saved") func ephemeral() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Options.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let options = Options(name: "a")
        context.insert(options)
        try context.save()
        options.mark = 5
        #expect(options.hasChanges && options.mark == 5)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Options>()).first?.mark == 0)
    }

    @Test("SD-46 SD-47 SD-48 enums and structs are composites as in Apple's files") func composites() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Book.self))
        let attributes = try #require(model.entitiesByName["Book"]?.attributesByName)
        func composite(_ name: String) throws -> NSCompositeAttributeDescription {
            try #require(attributes[name] as? NSCompositeAttributeDescription)
        }
        #expect(try composite("rank").elements.map(\.name) == ["rank"])
        #expect(try composite("rank").userInfo?["EnumType"] as? Bool == true)
        #expect(try composite("mood").elements.map(\.name) == ["calm", "merry", "sad"])
        #expect(try composite("mood").userInfo?["enum"] as? [String] == ["calm", "merry", "sad"])
        #expect(
            try composite("medium").elements.map(\.attributeType) == [
                .binaryDataAttributeType, .binaryDataAttributeType,
            ])
        let place = try composite("place").elements
        #expect(place.map(\.name) == ["city", "floor", "tags"] && place.allSatisfy(\.isOptional))
        #expect(
            place.map(\.attributeType) == [
                .stringAttributeType, .integer64AttributeType, .binaryDataAttributeType,
            ])
        let schema = Schema([Book.self]).entity(for: Book.self)?.attributesByName["place"]
        #expect((schema as? Schema.CompositeAttribute)?.properties.map(\.name) == ["city", "floor", "tags"])
    }

    @Test("SD-61 SD-63 relationships have counts and rules") func relationships() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Author.self, Shelf.self))
        let books = try #require(model.entitiesByName["Author"]?.relationshipsByName["books"])
        #expect(books.isToMany && !books.isOptional && books.minCount == 0 && books.maxCount == 0)
        #expect(books.deleteRule == .cascadeDeleteRule && !books.isOrdered)
        let author = try #require(model.entitiesByName["Book"]?.relationshipsByName["author"])
        #expect(!author.isToMany && author.isOptional && author.deleteRule == .nullifyDeleteRule)
        #expect(model.entitiesByName["Shelf"]?.relationshipsByName["items"]?.deleteRule == .denyDeleteRule)
    }

    @Test("SD-65 SD-66 SD-68 inverses are stated, or plain properties that can only be meant") func inverses()
        throws
    {
        let schema = Schema([Author.self, Shelf.self])
        #expect(schema.entitiesByName["Author"]?.relationshipsByName["books"]?.inverseName == "author")
        #expect(schema.entitiesByName["Book"]?.relationshipsByName["author"]?.inverseName == "books")
        #expect(schema.entitiesByName["Book"]?.relationshipsByName["labels"]?.inverseName == "books")
        #expect(schema.entitiesByName["Item"]?.relationshipsByName["shelf"]?.inverseName == "items")
        #expect(schema.entitiesByName["Item"]?.relationshipsByName["owner"]?.inverseName == nil)
    }

    @Test("SD-67 a side that says something but not its inverse is not paired") func oneWay() {
        let schema = Schema([EntityTransaction.self])
        #expect(schema.entitiesByName["EntityFolderAccount"] == nil)
        #expect(
            schema.entitiesByName["EntityRubric"]?.relationshipsByName["account"]?.inverseName == "rubric")
    }

    @Test("SD-80 SD-87 SD-90 constraints and indexes have Apple's names") func indexes() throws {
        let schema = Schema([Book.self])
        #expect(schema.entity(for: Author.self)?.uniquenessConstraints == [["name"]])
        #expect(schema.entity(for: Book.self)?.indices == [["title"], ["title", "pages"]])
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Book.self))
        #expect(
            model.entitiesByName["Book"]?.indexes.map(\.name) == [
                "SwiftDataIndexOnBinarytitle", "SwiftDataIndexOnBinarytitlepages",
            ])
        let folder = try TemporaryFolder()
        let url = folder.file("x.store")
        _ = try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: url))
        let names = try RawDatabase(url).rows("SELECT name FROM sqlite_master WHERE type = 'index'").map {
            $0[0]
        }
        #expect(names.contains("Z_Author_UNIQUE_name"))
        #expect(names.contains("Z_Book_SwiftDataIndexOnBinarytitle"))
    }

    @Test("SD-99 SD-100 schemas are written, read and compared") func coding() throws {
        let schema = Schema(Library.types)
        let folder = try TemporaryFolder()
        try schema.save(to: folder.file("schema.json"))
        let read = try Schema.load(from: folder.file("schema.json"))
        #expect(read == schema && read.entities.count == 5)
        #expect(Schema(Library.types) == schema)
        #expect(Schema(Library.types, version: Schema.Version(2, 0, 0)) != schema)
        #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 3, 0))
        #expect(Schema.Version(1, 2, 3).description == "1.2.3")
        #expect(throws: (any Error).self) { _ = try Schema.load(from: folder.file("none")) }
    }

    @Test("SD-102 a model takes the other entities of another one") func merged() throws {
        let base = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Plain"
        base.entities = [entity]
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(for: [Author.self], mergedWith: base))
        #expect(Set(model.entities.compactMap(\.name)) == ["Author", "Book", "Label", "Plain"])
    }
}
