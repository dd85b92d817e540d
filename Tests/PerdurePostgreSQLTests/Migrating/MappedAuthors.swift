// SPDX-License-Identifier: Apache-2.0
// A store on a server, and a mapping model with a policy that gives it another version.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureMigration
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Synchronization
import Testing

import class Perdure.NSExpression

/// Two authors and three books.
enum MappedAuthors {
    /// Authors with books; in the new version they have a full name and its length.
    static let old = NSManagedObjectModel(
        EntitySketch("Author", .attribute("name"), .toMany("books", "Book", inverse: "author")),
        EntitySketch("Book", .attribute("title"), .toOne("author", "Author", inverse: "books")))
    static let new = NSManagedObjectModel(
        EntitySketch(
            "Author", .attribute("fullName"), .attribute("length", .integer32AttributeType),
            .toMany("books", "Book", inverse: "author")),
        EntitySketch("Book", .attribute("title"), .toOne("author", "Author", inverse: "books")))

    /// Copies books, and gives authors other values.
    static func mapping() throws -> NSMappingModel {
        let inferred = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for entity in inferred.entityMappings where entity.destinationEntityName == "Author" {
            entity.name = "AuthorToAuthor"
            for attribute in entity.attributeMappings ?? [] where attribute.name == "fullName" {
                attribute.valueExpression = NSExpression(format: "$source.name")
            }
            entity.entityMigrationPolicyClassName = "ServerMappingPolicy"
        }
        return inferred
    }

    static func options(_ namespace: ServerNamespace) -> [AnyHashable: Any] {
        ["PerdurePostgreSQLSchema": namespace.name, "PerdurePostgreSQLKeyBlock": 4]
    }

    static func open(
        _ namespace: ServerNamespace, _ model: NSManagedObjectModel, _ more: [AnyHashable: Any] = [:]
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: namespace.url, options: options(namespace).merging(more) { $1 })
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    static func close(_ context: NSManagedObjectContext) throws {
        context.performAndWait { context.reset() }
        for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
            try context.persistentStoreCoordinator?.remove(store)
        }
    }

    /// Two authors with three books; the first object that was made is gone.
    static func fill(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let gone = context.insert("Author", ["name": "Gone"])
            try context.save()
            for (name, titles) in [("Ada", ["A", "B"]), ("Alan", ["C"])] {
                let author = context.insert("Author", ["name": name])
                for title in titles { context.insert("Book", ["title": title, "author": author]) }
            }
            context.delete(gone)
            try context.save()
        }
    }

    static func filled(_ more: [AnyHashable: Any] = [:]) throws -> ServerNamespace {
        let namespace = try ServerNamespace()
        let context = try open(namespace, old, more)
        try fill(context)
        try close(context)
        return namespace
    }

    static func heavy(
        _ namespace: ServerNamespace, report: @escaping (StoreMigrationEvent.Step) -> Void = { _ in }
    ) throws -> HeavyMigration {
        HeavyMigration(
            url: namespace.url, type: PostgreSQLStoreType, options: options(namespace), from: old, to: new,
            mapping: try mapping(), report: report)
    }

    /// What the new version has, a line for each author.
    static func authors(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            try context.all("Author", by: "fullName").map { author in
                let books = author.value(forKey: "books") as? Set<NSManagedObject> ?? []
                let titles = books.compactMap { $0.value(forKey: "title") as? String }.sorted()
                return
                    "\(author.value(forKey: "fullName") ?? "") \(author.value(forKey: "length") ?? "") \(titles.joined())"
            }
        }
    }

    static let migrated = ["Ada 3 AB", "Alan 4 C"]

    static func rows(_ text: String) throws -> [String] {
        let result = try TestStores.run(text)
        return try (0..<result.rowCount).map { row in "\(try result.value(row, 0).map { "\($0)" } ?? "–")" }
    }

    /// Whether the temporary namespace is gone.
    static func isClean(_ namespace: ServerNamespace) throws -> Bool {
        try rows("SELECT nspname::text FROM pg_namespace WHERE nspname = 'perdure_new_\(namespace.name)'")
            .isEmpty
    }

    static func uris(_ context: NSManagedObjectContext, _ entity: String, _ key: String) throws
        -> [String]
    {
        try context.performAndWait {
            try context.all(entity, by: key).map { $0.objectID.uriRepresentation().absoluteString }
        }
    }
}

/// Counts the letters of names.
final class ServerMappingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        made.first?.setValue(
            Int32((sInstance.value(forKey: "name") as? String ?? "").count), forKey: "length")
    }
}

/// Throws in the second pass.
final class ServerFailingPolicy: NSEntityMigrationPolicy {
    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager)
        throws
    {
        throw CocoaError(.featureUnsupported)
    }
}
#endif
