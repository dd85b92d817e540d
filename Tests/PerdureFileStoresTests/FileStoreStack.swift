// SPDX-License-Identifier: Apache-2.0
// A coordinator with one XML or binary store, for the tests of this target.

import Foundation
import Perdure
import PerdureTestSupport

/// A store in a folder of its own.
struct FileStoreStack {
    /// The types of stores that are one file.
    static let types = [NSXMLStoreType, NSBinaryStoreType]

    let folder: TemporaryFolder
    let url: URL
    let coordinator: NSPersistentStoreCoordinator
    let store: NSPersistentStore

    init(
        _ type: String, _ model: NSManagedObjectModel, in folder: TemporaryFolder? = nil,
        options: [AnyHashable: Any]? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        url = self.folder.file("Store.\(type.lowercased())")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url, options: options)
    }

    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// The bytes of the file.
    func bytes() throws -> Data { try Data(contentsOf: url) }

    /// Closes the store, and opens it with a model.
    func reopened(_ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil) throws -> FileStoreStack
    {
        let type = store.type
        try coordinator.remove(store)
        return try FileStoreStack(type, model, in: folder, options: options)
    }
}

/// A library: entities with every kind of relationship, and one attribute of each type.
enum LibraryModel {
    static func make() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Person", isAbstract: true, .attribute("name"),
                .toMany("friends", "Person", inverse: "friends")),
            EntitySketch(
                "Author", parent: "Person", .toMany("books", "Book", inverse: "author", isOrdered: true),
                .toOne("desk", "Desk", inverse: "owner")),
            EntitySketch("Reader", parent: "Person", .toMany("loans", "Book", inverse: "readers")),
            EntitySketch(
                "Book", unique: [["code"]], .attribute("title"), .attribute("code"),
                .attribute("note", isTransient: true),
                .toOne("author", "Author", inverse: "books"), .toMany("readers", "Reader", inverse: "loans"),
                .toMany("marks", "Desk")),
            EntitySketch("Desk", .attribute("place"), .toOne("owner", "Author", inverse: "desk")),
            everything)
        for case let attribute as NSAttributeDescription in model.entitiesByName["Everything"]?.properties
            ?? []
        where attribute.name == "large" { attribute.allowsExternalBinaryDataStorage = true }
        return model
    }

    private static var everything: EntitySketch {
        EntitySketch(
            "Everything", .attribute("small", .integer16AttributeType),
            .attribute("middle", .integer32AttributeType),
            .attribute("wide", .integer64AttributeType), .attribute("price", .decimalAttributeType),
            .attribute("real", .doubleAttributeType), .attribute("single", .floatAttributeType),
            .attribute("text"), .attribute("flag", .booleanAttributeType),
            .attribute("when", .dateAttributeType),
            .attribute("bytes", .binaryDataAttributeType), .attribute("large", .binaryDataAttributeType),
            .attribute("identifier", .UUIDAttributeType), .attribute("link", .URIAttributeType),
            .attribute("list", .transformableAttributeType))
    }

    /// Values that are hard to write.
    static var values: [String: Any] {
        [
            "small": Int16.min, "middle": Int32.max, "wide": Int64.min,
            "price": Decimal(string: "-0.00000000000000000000012345678901")!,
            "real": 0.1 + 0.2, "single": Float(1) / 3,
            "text": "<a b='c'>&amp;\r\n\t\"é\u{0}\u{1F600} e\u{301}", "flag": true,
            "when": Date(timeIntervalSinceReferenceDate: -12345.678901234567),
            "bytes": Data((0...255).map { UInt8($0) }),
            "large": Data(repeating: 7, count: 300_000),
            "identifier": UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!,
            "link": URL(string: "https://example.org/a?b=c&d=%20")!,
            "list": ["a", 1, Date(timeIntervalSince1970: 1)] as NSArray,
        ]
    }

    /// Inserts an object of each kind.
    static func fill(_ context: NSManagedObjectContext) throws {
        let authors = ["Ada", "Eve"].map { context.insert("Author", ["name": $0]) }
        let readers = ["Bob", "Kim"].map { context.insert("Reader", ["name": $0]) }
        let desk = context.insert("Desk", ["place": "window", "owner": authors[0]])
        let books = (1...4).map {
            context.insert("Book", ["title": "b\($0)", "code": "c\($0)", "note": "n"])
        }
        authors[0].setValue(NSOrderedSet(array: [books[2], books[0], books[1]]), forKey: "books")
        readers[0].setValue(Set(books.prefix(2)), forKey: "loans")
        readers[1].setValue(Set(books.suffix(3)), forKey: "loans")
        authors[0].setValue(Set([readers[0], authors[1], authors[0]]), forKey: "friends")
        books[0].setValue(Set([desk]), forKey: "marks")
        context.insert("Everything", values)
        context.insert("Everything")
        try context.save()
    }

    /// What a store holds, as text: IDs, values and relationships.
    static func dump(_ context: NSManagedObjectContext) throws -> [String] {
        try ["Person", "Book", "Desk", "Everything"].flatMap { try context.all($0) }.map { object in
            let texts = object.entity.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }.map {
                "\($0.name)=\(text(object.value(forKey: $0.name)))"
            }
            return "\(object.objectID.uriRepresentation().path) \(texts)"
        }.sorted()
    }

    private static func text(_ value: Any?) -> String {
        func id(_ object: Any) -> String {
            (object as? NSManagedObject)?.objectID.uriRepresentation().path ?? "\(object)"
        }
        switch value {
        case let objects as NSOrderedSet: return "\(objects.array.map(id))"
        case let objects as Set<NSManagedObject>: return "\(objects.map(id).sorted())"
        case let object as NSManagedObject: return id(object)
        case let data as Data: return "\(data.count) \(data.hashValue)"
        case let date as Date: return "\(date.timeIntervalSinceReferenceDate)"
        case let text as String: return "\(Array(text.utf8))"
        default: return "\(String(describing: value))"
        }
    }
}
