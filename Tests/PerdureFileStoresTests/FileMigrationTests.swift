// SPDX-License-Identifier: Apache-2.0
// XML and binary stores get the next version of their model: inferred in memory, or by a mapping model.

import CoreData
import Foundation
import Perdure
import PerdureMigration
import PerdureTestSupport
import Testing

@Suite struct FileMigrationTests {
    static let types = FileStoreStack.types
    private static var migrating: [AnyHashable: Any] { ShopVersions.migrating }

    /// Makes a store of one version, fills it, and opens it with another version.
    private func migrated(
        _ type: String, from old: NSManagedObjectModel, to new: NSManagedObjectModel,
        options: [AnyHashable: Any]? = migrating, _ fill: (NSManagedObjectContext) throws -> Void
    ) throws -> FileStoreStack {
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        try fill(context)
        try context.save()
        let bytes = try stack.bytes()
        do { return try withExtendedLifetime(old) { try stack.reopened(new, options: options) } } catch {
            #expect(try stack.bytes() == bytes)
            let names = try FileManager.default.contentsOfDirectory(atPath: stack.folder.url.path)
            #expect(names.filter { !$0.hasSuffix(".migration-lock") }.count == 1)
            throw error
        }
    }

    private func code(_ body: () throws -> Void) -> Int {
        do { try body() } catch let error as NSError { return error.code }
        return 0
    }

    @Test(
        "MIG-138 STO-200 attributes are added, removed, renamed, filled", arguments: types)
    func attributes(_ type: String) throws {
        let old = NSManagedObjectModel(
            EntitySketch(
                "A", .attribute("name"), .attribute("gone"), .attribute("weak"),
                .attribute("count", .integer32AttributeType)))
        let new = NSManagedObjectModel(
            EntitySketch(
                "A", .attribute("title").renamed(from: "name"), .attribute("added"),
                .attribute("seven", .integer16AttributeType, isOptional: false, default: 7),
                .attribute("weak", isOptional: false, default: "w"), .attribute("count", .doubleAttributeType)
            ))
        var ids: [URL] = []
        var identifier = ""
        let stack = try migrated(type, from: old, to: new) { context in
            let objects = (1...3).map {
                context.insert("A", ["name": "n\($0)", "weak": $0 == 1 ? nil : "s", "count": $0])
            }
            try context.save()
            ids = objects.map { $0.objectID.uriRepresentation() }
            identifier = context.persistentStoreCoordinator?.persistentStores.first?.identifier ?? ""
        }
        #expect(stack.store.identifier == identifier)
        let context = stack.context()
        let objects = try context.all("A", by: "title")
        #expect(objects.map { $0.objectID.uriRepresentation() } == ids)
        #expect(objects.map { $0.value(forKey: "title") as? String } == ["n1", "n2", "n3"])
        #expect(objects.map { $0.value(forKey: "weak") as? String } == ["w", "s", "s"])
        #expect(
            objects.allSatisfy { $0.value(forKey: "seven") as? Int == 7 && $0.value(forKey: "added") == nil })
        #expect(objects.map { $0.value(forKey: "count") as? Double } == [1, 2, 3])
        // The file has the new version now.
        #expect(try stack.reopened(new).context().all("A").count == 3)
    }

    @Test("MIG-138 STO-200 entities and relationships change", arguments: types)
    func relationships(_ type: String) throws {
        let stack = try migrated(type, from: ShopVersions.version(1), to: Self.secondShop) { context in
            let customers = ["a", "b"].map { context.insert("Customer", ["name": $0]) }
            let tags = ["x", "y"].map { context.insert("Tag", ["word": $0]) }
            for number in 1...6 {
                let order = context.insert(
                    number % 3 == 0 ? "Rush" : "Order", ["number": number, "customer": customers[number % 2]])
                order.mutableSetValue(forKey: "tags").add(tags[number % 2])
            }
            context.insert("Zone", ["code": "z", "main": customers[0]])
        }
        let context = stack.context()
        let clients = try context.all("Client", by: "title")
        #expect(clients.map { $0.value(forKey: "title") as? String } == ["a", "b"])
        let numbers = clients.map { client in
            ((client.value(forKey: "orders") as? NSOrderedSet)?.array as? [NSManagedObject] ?? [])
                .map { $0.value(forKey: "number") as? Double ?? 0 }
        }
        #expect(numbers == [[2, 4, 6], [1, 3, 5]])
        #expect(try context.all("Order", "ANY clients.title == 'a'").count == 3)
        #expect(try context.all("Rush").count == 2)
        #expect(try context.all("Tag", "orders.@count == 3").count == 2)
    }

    /// The second version of the shop, without its derived attribute.
    private static var secondShop: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Client", .attribute("title").renamed(from: "name"),
                .toMany("orders", "Order", inverse: "clients", isOrdered: true)
            ).renamed(from: "Customer"),
            EntitySketch(
                "Order", .attribute("number", .doubleAttributeType),
                .toMany("clients", "Client", inverse: "orders").renamed(from: "customer"),
                .toMany("tags", "Tag", inverse: "orders")),
            EntitySketch("Rush", parent: "Order", .attribute("fee", .doubleAttributeType, default: 1.5)),
            EntitySketch(
                "Tag", unique: [["word"]], .attribute("word"), .toMany("orders", "Order", inverse: "tags")))
    }

    @Test("MIG-138 STO-200 properties move within a hierarchy", arguments: types)
    func hierarchy(_ type: String) throws {
        let old = NSManagedObjectModel(
            EntitySketch("Cat", .attribute("name"), .toMany("toys", "Toy", inverse: "cat")),
            EntitySketch("Toy", .attribute("word"), .toOne("cat", "Cat", inverse: "toys")))
        let new = NSManagedObjectModel(
            EntitySketch("Animal", isAbstract: true, .attribute("name")),
            EntitySketch("Cat", parent: "Animal", .toMany("toys", "Toy", inverse: "cat")),
            EntitySketch("Toy", .attribute("word"), .toOne("cat", "Cat", inverse: "toys")))
        let stack = try migrated(type, from: old, to: new) { context in
            let cat = context.insert("Cat", ["name": "Tom"])
            context.insert("Toy", ["word": "ball", "cat": cat])
        }
        let context = stack.context()
        let cat = try #require(try context.all("Animal").first)
        #expect(cat.value(forKey: "name") as? String == "Tom")
        #expect((cat.value(forKey: "toys") as? Set<NSManagedObject>)?.count == 1)
    }

    @Test(
        "MIG-138 MG-19 STO-201 what cannot be done is refused, and the file stays", arguments: types
    )
    func refusals(_ type: String) throws {
        let old = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .attribute("count", .integer64AttributeType)))
        let unique = NSManagedObjectModel(
            EntitySketch(
                "A", unique: [["name"]], .attribute("name"), .attribute("count", .integer64AttributeType)))
        let small = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .attribute("count", .integer16AttributeType)))
        func run(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = Self.migrating) -> Int {
            code {
                _ = try migrated(type, from: old, to: model, options: options) { context in
                    for _ in 0..<2 { context.insert("A", ["name": "n", "count": 70_000]) }
                }
            }
        }
        #expect(run(unique) == 134110 || run(unique) == 134111)
        #expect(run(small) == 134110)
        #expect(run(small, nil) == 134100)
        #expect(run(small, [NSMigratePersistentStoresAutomaticallyOption: true]) == 134140)
    }

    @Test("MIG-138 MIG-107 a migration manager moves a store to the other type", arguments: types)
    func manager(_ type: String) throws {
        let old = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .toMany("parts", "A", inverse: "parts")))
        let new = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .attribute("more"), .toMany("parts", "A", inverse: "parts"))
        )
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        let objects = ["x", "y"].map { context.insert("A", ["name": $0]) }
        objects[0].mutableSetValue(forKey: "parts").add(objects[1])
        try context.save()
        try stack.coordinator.remove(stack.store)
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for other in Self.types + [NSSQLiteStoreType] {
            let url = stack.folder.file("migrated.\(other)")
            try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
                from: stack.url, sourceType: type, options: nil, with: mapping, toDestinationURL: url,
                destinationType: other, destinationOptions: nil)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: new)
            try coordinator.addPersistentStore(ofType: other, configurationName: nil, at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            #expect(
                try context.all("A", "parts.@count == 1", by: "name").compactMap {
                    $0.value(forKey: "name") as? String
                } == ["x", "y"])
        }
    }

    @Test(
        "MIG-138 MIG-110 MIG-112 a mapping model replaces the content of a file, which keeps its UUID",
        arguments: types)
    func mapping(_ type: String) throws {
        let old = NSManagedObjectModel(EntitySketch("A", .attribute("name")))
        let new = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .attribute("more", default: "d")))
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        for number in 1...3 { context.insert("A", ["name": "n\(number)"]) }
        try context.save()
        try stack.coordinator.remove(stack.store)
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        try HeavyMigration(url: stack.url, type: type, options: nil, from: old, to: new, mapping: mapping)
            .run()
        let again = try FileStoreStack(type, new, in: stack.folder)
        let reader = again.context()
        let found = try reader.all("A", by: "name")
        #expect(found.map { $0.value(forKey: "name") as? String } == ["n1", "n2", "n3"])
        #expect(again.store.identifier == stack.store.identifier)
        let names = try FileManager.default.contentsOfDirectory(atPath: stack.folder.url.path)
        #expect(names.filter { !$0.hasSuffix(".migration-lock") } == [stack.url.lastPathComponent])
    }

    @Test("MIG-138 MIG-120 stages bring a file to the last version, one after the other", arguments: types)
    func stages(_ type: String) throws {
        let models = (0...2).map { count in
            NSManagedObjectModel(EntitySketch("A", .attribute(["a", "b", "c"][count]).renamed(from: "a")))
        }
        let stack = try FileStoreStack(type, models[0])
        let context = stack.context()
        context.insert("A", ["a": "kept"])
        try context.save()
        let references = models.map {
            NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum)
        }
        let step = NSCustomMigrationStage(migratingFrom: references[0], to: references[1])
        let calls = CallLog()
        step.didMigrateHandler = { _, _ in calls.add("did") }
        let manager = NSStagedMigrationManager([
            step, NSLightweightMigrationStage([models[2].versionChecksum]),
        ])
        var options = Self.migrating
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
        let again = try stack.reopened(models[2], options: options)
        let reader = again.context()
        #expect(try reader.all("A").map { $0.value(forKey: "c") as? String } == ["kept"])
        #expect(calls.list == ["did"])
    }

    /// What handlers of stages were called for.
    private final class CallLog: @unchecked Sendable {
        // Sendable because the list is only touched by the thread that adds the store.
        private(set) var list: [String] = []
        func add(_ call: String) { list.append(call) }
    }
}
