// SPDX-License-Identifier: Apache-2.0
// Stores on a server of another version, as programs see them: the store keeps its model, so each version finds the way from it.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: versions of a store", .enabled(if: TestStores.isThere, TestStores.advice))
struct StoreVersionTests {
    private func plain() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("City", .attribute("name")))
    }

    private func context(_ model: NSManagedObjectModel, _ namespace: ServerNamespace) throws
        -> NSManagedObjectContext
    {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: namespace.url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test(
        "MIG-139 a store is migrated when it is added, by the model that it keeps, one version after the other"
    )
    func versions() throws {
        let namespace = try ServerNamespace()
        let first = try context(plain(), namespace)
        try first.performAndWait {
            first.insert("City", ["name": "Tartu"])
            try first.save()
        }
        let second = try context(
            NSManagedObjectModel(
                EntitySketch(
                    "City", .attribute("name"),
                    .attribute("people", .integer32AttributeType, isOptional: false, default: 7))), namespace)
        try second.performAndWait {
            let city = try #require(try second.all("City", by: "name").first)
            #expect(city.value(forKey: "people") as? Int32 == 7)
            city.setValue(Int32(9), forKey: "people")
            try second.save()
        }
        let third = try context(
            NSManagedObjectModel(
                EntitySketch(
                    "City", .attribute("name"), .attribute("people", .integer64AttributeType),
                    .attribute("note"))),
            namespace)
        try third.performAndWait {
            let city = try #require(try third.all("City", by: "name").first)
            #expect(city.value(forKey: "people") as? Int64 == 9)
            #expect(city.value(forKey: "name") as? String == "Tartu")
        }
    }

    @Test(
        "MG-30 MRG-142 MRG-92 MRG-130 a plain number becomes a counter that merges, and back, without a migration"
    )
    func counter() throws {
        let namespace = try ServerNamespace()
        let number = NSManagedObjectModel(
            EntitySketch("City", .attribute("people", .integer64AttributeType, default: 0)))
        let counter = NSManagedObjectModel(
            EntitySketch("City", .mergeable("people", .counter, .integer64AttributeType, default: 0)))
        #expect(number.versionChecksum == counter.versionChecksum)
        let first = try plainContext(number, namespace)
        try first.performAndWait {
            first.insert("City", ["people": Int64(5)])
            try first.save()
        }
        let others = try (0..<2).map { _ in try plainContext(counter, namespace) }
        for other in others {
            try other.performAndWait {
                let city = try #require(try other.all("City", by: "people").first)
                try city.apply(.increment(by: 2), forKey: "people")
            }
        }
        for other in others { try other.performAndWait { try other.save() } }
        let last = try plainContext(number, namespace)
        let found = try last.performAndWait {
            try last.all("City", by: "people").map { $0.value(forKey: "people") as? Int64 }
        }
        #expect(found == [9])
    }

    /// A context of a store that may not be migrated.
    private func plainContext(_ model: NSManagedObjectModel, _ namespace: ServerNamespace) throws
        -> NSManagedObjectContext
    {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: namespace.url,
            options: [NSMigratePersistentStoresAutomaticallyOption: false])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test(
        "MIG-139 MIG-35 rows that do not fit are 134110 over 134111, and the store opens under its old model")
    func duplicates() throws {
        let namespace = try ServerNamespace()
        let first = try context(plain(), namespace)
        try first.performAndWait {
            for name in ["Tartu", "Tartu"] { first.insert("City", ["name": name]) }
            try first.save()
        }
        let error = #expect(throws: NSError.self) {
            try context(
                NSManagedObjectModel(EntitySketch("City", unique: [["name"]], .attribute("name"))), namespace)
        }
        #expect(error?.code == NSMigrationError)
        let under = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(under?.code == NSMigrationConstraintViolationError)
        let again = try context(plain(), namespace)
        let count = try again.performAndWait { try again.all("City", by: "name").count }
        #expect(count == 2)
    }
}
#endif
