// SPDX-License-Identifier: Apache-2.0
// Three versions of a model that classes declare, as sources of inference, of stages and of a mapping model.

import PerdureMacros
import PerdureTestSupport
import Testing

enum LibraryV1: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Book.self, Writer.self] }

    @ManagedObject final class Book: NSManagedObject {
        var title: String = ""
        @Relationship var writer: Writer?
    }

    @ManagedObject final class Writer: NSManagedObject {
        var name: String = ""
        @Relationship(inverse: \Book.writer) var books: Set<Book>
    }
}

/// A writer is called an author.
enum LibraryV2: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Book.self, Author.self] }

    @ManagedObject final class Book: NSManagedObject {
        var title: String = ""
        var pages: Int?
        @Relationship(originalName: "writer") var author: Author?
    }

    @ManagedObject(originalName: "Writer") final class Author: NSManagedObject {
        var name: String = ""
        @Relationship(inverse: \Book.author) var books: Set<Book>
    }
}

/// An author has a given name and a family name.
enum LibraryV3: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Book.self, Author.self] }

    @ManagedObject final class Book: NSManagedObject {
        var title: String = ""
        var pages: Int?
        @Relationship var author: Author?
    }

    @ManagedObject final class Author: NSManagedObject {
        var givenName: String = ""
        var familyName: String = ""
        @Relationship(inverse: \Book.author) var books: Set<Book>
    }
}

/// Divides names, as the mapping model asks.
final class DeclaredNamePolicy: NSEntityMigrationPolicy {
    override func callFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        let parts = (arguments.first as? String)?.split(separator: " ").map(String.init) ?? []
        return switch name {
        case "first:": parts.first
        case "last:": parts.last
        default: try super.callFunction(name, arguments: arguments)
        }
    }
}

@Suite("Declared versions") struct DeclaredVersionTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.file("Library.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        try open(LibraryV1.model) { context in
            let writer = LibraryV1.Writer(context: context)
            writer.name = "Ada Lovelace"
            let book = LibraryV1.Book(context: context)
            book.title = "Notes"
            book.writer = writer
            try context.save()
        }
    }

    private func open<Result>(
        _ model: NSManagedObjectModel, stages: [NSMigrationStage] = [],
        _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        if !stages.isEmpty {
            description.setOption(
                NSStagedMigrationManager(stages), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        }
        container.persistentStoreDescriptions = [description]
        var problem: (any Error)?
        container.loadPersistentStores { _, error in problem = error }
        if let problem { throw problem }
        let context = container.newBackgroundContext()
        let result = try context.performAndWait { try body(context) }
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        return result
    }

    /// Takes the store's own model away, as stores of old systems have none.
    private func forgetModel() throws {
        let database = try RawDatabase(url, isReadOnly: false)
        try database.rows("DELETE FROM Z_MODELCACHE")
    }

    @Test("MIG-10 classes of one name in two versions, and a store that keeps no model")
    func inferred() throws {
        try forgetModel()
        NSManagedObjectModel.registerFormerVersions(LibraryV1.self)
        #expect(LibraryV1.model === LibraryV1.model && LibraryV1.model != LibraryV2.model)
        try open(LibraryV2.model) { context in
            let book = try #require(try context.fetch(LibraryV2.Book.fetchRequest()).first)
            #expect(book.title == "Notes" && book.pages == nil && book.author?.name == "Ada Lovelace")
        }
    }

    @Test("MIG-123 MIG-127 stages between declared versions, whose handlers see the classes of each version")
    func staged() throws {
        try forgetModel()
        var parts: [[String]] = []
        let divide = NSCustomMigrationStage(from: LibraryV2.self, to: LibraryV3.self)
        divide.willMigrateHandler = { manager, _ in
            let context = try #require(manager.container?.newBackgroundContext())
            try context.performAndWait {
                parts = try context.fetch(LibraryV2.Author.fetchRequest()).map {
                    $0.name.split(separator: " ").map(String.init)
                }
            }
        }
        divide.didMigrateHandler = { manager, _ in
            let context = try #require(manager.container?.newBackgroundContext())
            try context.performAndWait {
                for (author, part) in zip(try context.fetch(LibraryV3.Author.fetchRequest()), parts) {
                    (author.givenName, author.familyName) = (part[0], part[1])
                }
                try context.save()
            }
        }
        let stages = [NSLightweightMigrationStage(through: LibraryV1.self), divide]
        try open(LibraryV3.model, stages: stages) { context in
            let author = try #require(try context.fetch(LibraryV3.Author.fetchRequest()).first)
            #expect(author.givenName == "Ada" && author.familyName == "Lovelace")
            #expect(author.books.map(\.title) == ["Notes"])
        }
    }

    @Test("MIG-60 MIG-100 a mapping model between declared versions")
    func mapped() throws {
        try open(LibraryV2.model) { _ in }
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: LibraryV2.model, destinationModel: LibraryV3.model)
        let authors = try #require(mapping.entityMappings.first { $0.destinationEntityName == "Author" })
        authors.entityMigrationPolicyClassName = "DeclaredNamePolicy"
        for property in authors.attributeMappings ?? [] {
            let name = property.name == "givenName" ? "first:" : "last:"
            property.valueExpression = NSExpression(
                format: "FUNCTION($entityPolicy, \"\(name)\", $source.name)")
        }
        let copy = folder.file("Third.sqlite")
        let manager = NSMigrationManager(
            sourceModel: LibraryV2.model, destinationModel: LibraryV3.model)
        try manager.migrateStore(
            from: url, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryV3.model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: copy)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let author = try #require(try context.fetch(LibraryV3.Author.fetchRequest()).first)
            #expect(author.givenName == "Ada" && author.familyName == "Lovelace")
        }
        try coordinator.remove(store)
    }
}
