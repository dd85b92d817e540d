// SPDX-License-Identifier: Apache-2.0
// Two versions of a model about books, with a store of the first one, for tests of migrations by mapping models.

import CoreData
import PerdureTestSupport

/// A store of the first version, and what is needed to migrate it.
struct LibrarySample {
    let folder: TemporaryFolder
    let old = Self.first
    let new = Self.second

    var source: URL { folder.file("Old.sqlite") }
    var destination: URL { folder.file("New.sqlite") }

    /// Authors with ordered books; a novel is a book of its own entity.
    static var first: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Author", className: "LibrarySampleAuthor", .attribute("name"),
                .toMany("books", "Book", inverse: "author")),
            EntitySketch(
                "Book", .attribute("title"), .attribute("pages", .integer16AttributeType),
                .attribute("price", .doubleAttributeType), .attribute("day", .dateAttributeType),
                .attribute("cover", .binaryDataAttributeType), .toOne("author", "Author", inverse: "books")),
            EntitySketch("Novel", parent: "Book", .attribute("hero")),
            EntitySketch("Loan", .attribute("who")))
    }

    /// Authors have become writers, books volumes; a loan is gone, a shelf is new.
    static var second: NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Writer", className: "LibrarySampleAuthor",
                .attribute("fullName", isOptional: false, default: ""),
                .toMany("works", "Volume", inverse: "writer", isOrdered: true)),
            EntitySketch(
                "Volume", .attribute("title"), .attribute("pageCount", .integer32AttributeType),
                .attribute("price", .doubleAttributeType), .attribute("day", .dateAttributeType),
                .attribute("cover", .binaryDataAttributeType), .attribute("note"),
                .toOne("writer", "Writer", inverse: "works")),
            EntitySketch("Novel", parent: "Volume", .attribute("hero")),
            EntitySketch("Shelf", .attribute("room")))
        let names = ["Writer": "Author", "Volume": "Book"]
        let properties = ["fullName": "name", "works": "books", "pageCount": "pages", "writer": "author"]
        for entity in model.entities {
            if let former = names[entity.name ?? ""] { entity.renamingIdentifier = former }
            for property in entity.properties {
                if let former = properties[property.name] { property.renamingIdentifier = former }
            }
        }
        return model
    }

    /// Makes a store with authors, three books for each, of which the last is a novel, and one loan.
    init(authors: Int = 2) throws {
        folder = try TemporaryFolder()
        try Self.with(old, source) { context in
            for number in 0..<authors {
                let author = Self.insert("Author", context, ["name": "Author \(number)"])
                for place in 0..<3 {
                    let book = Self.insert(
                        place == 2 ? "Novel" : "Book", context,
                        [
                            "title": "Book \(number).\(place)", "pages": 100 * (number % 300) + place,
                            "price": Double(place) + 0.5,
                            "day": Date(timeIntervalSinceReferenceDate: Double(place)),
                            "cover": Data([1, 2, 3]),
                            "author": author,
                        ])
                    if place == 2 { book.setValue("Hero \(number)", forKey: "hero") }
                }
            }
            _ = Self.insert("Loan", context, ["who": "Ada"])
            try context.save()
        }
    }

    static func insert(_ entity: String, _ context: NSManagedObjectContext, _ values: [String: Any])
        -> NSManagedObject
    {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// Runs a function with a context of a store.
    @discardableResult
    static func with<Result>(
        _ model: NSManagedObjectModel, _ url: URL, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let result = try context.performAndWait { try body(context) }
        try coordinator.remove(store)
        return result
    }

    /// The mapping that both versions infer.
    func inferred() throws -> NSMappingModel {
        try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
    }

    /// A manager that always takes the three passes.
    func manager() -> NSMigrationManager {
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        manager.usesStoreSpecificMigrationManager = false
        return manager
    }

    /// A manager whose policies find a log.
    func manager(_ log: HookLog) -> NSMigrationManager {
        let manager = manager()
        manager.userInfo = ["log": log]
        return manager
    }

    /// Migrates to the destination.
    func migrate(_ mapping: NSMappingModel, by manager: NSMigrationManager? = nil) throws {
        try (manager ?? self.manager()).migrateStore(
            from: source, type: .sqlite, mapping: mapping, to: destination, type: .sqlite)
    }

    /// What the destination has, as sorted lines.
    func lines(of model: NSManagedObjectModel? = nil, at url: URL? = nil) throws -> [String] {
        try Self.with(model ?? new, url ?? destination) { context in
            let names = (model ?? new).entities.filter { $0.superentity == nil }.compactMap(\.name)
            return try names.flatMap { try context.fetch(NSFetchRequest<NSManagedObject>(entityName: $0)) }
                .map(Self.line).sorted()
        }
    }

    private static func line(_ object: NSManagedObject) -> String {
        let attributes = object.entity.attributesByName.keys.sorted().map {
            "\($0)=\(object.value(forKey: $0).map { "\($0)" } ?? "nil")"
        }
        let links = object.entity.relationshipsByName.keys.sorted().map { key -> String in
            let value = object.value(forKey: key)
            let ordered = (value as? NSOrderedSet)?.array as? [NSManagedObject]
            let loose = (value as? NSSet)?.allObjects as? [NSManagedObject]
            let names =
                ordered?.map(name) ?? loose?.map(name).sorted()
                ?? (value as? NSManagedObject).map { [name($0)] }
            return "\(key)=\(names ?? [])"
        }
        return ([object.entity.name ?? ""] + attributes + links).joined(separator: " ")
    }

    private static func name(_ object: NSManagedObject) -> String {
        for key in ["title", "name", "fullName"] where object.entity.attributesByName[key] != nil {
            return object.value(forKey: key) as? String ?? "nil"
        }
        return "?"
    }
}

/// A class that both versions name; migrations must not use it.
final class LibrarySampleAuthor: NSManagedObject {
    /// What notes the calls of this task.
    @TaskLocal static var log: HookLog?

    override func awakeFromInsert() { Self.log?.calls.append("insert") }
    override func awakeFromFetch() { Self.log?.calls.append("fetch") }
    override func willSave() { Self.log?.calls.append("save") }
    override func validateForInsert() throws { Self.log?.calls.append("validate") }
}

extension NSMappingModel {
    /// The mapping of a destination entity.
    func mapping(to entity: String) -> NSEntityMapping? {
        entityMappings.first { $0.destinationEntityName == entity }
    }
}

extension NSEntityMapping {
    /// Sets the expression of an attribute or a relationship.
    func set(_ name: String, _ format: String) {
        let all = (attributeMappings ?? []) + (relationshipMappings ?? [])
        all.first { $0.name == name }?.valueExpression = NSExpression(format: format)
    }
}
