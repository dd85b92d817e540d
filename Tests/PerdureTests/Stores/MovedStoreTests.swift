// SPDX-License-Identifier: Apache-2.0
// Stores of a configuration, and stores of many objects, that migratePersistentStore copies.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Moved stores") struct MovedStoreTests {
    /// Notes and their tags are in one configuration, remote objects in the other.
    private func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Item", .attribute("text")),
            EntitySketch("Note", parent: "Item", .toMany("tags", "Tag", inverse: "notes")),
            EntitySketch("Remote", .attribute("text")),
            EntitySketch("Tag", .attribute("text"), .toMany("notes", "Note", inverse: "tags")))
        let entities = model.entitiesByName
        model.setEntities(
            ["Item", "Note", "Tag"].compactMap { entities[$0] }, forConfigurationName: "Local")
        model.setEntities(["Remote"].compactMap { entities[$0] }, forConfigurationName: "Cloud")
        return model
    }

    private func texts(_ entity: String, _ coordinator: NSPersistentStoreCoordinator) throws -> [String?] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try context.all(entity, by: "text").map { $0.value(forKey: "text") as? String }
        }
    }

    @Test(
        "STO-100 a store of a configuration is moved with the objects that it holds",
        arguments: [NSSQLiteStoreType, NSXMLStoreType, NSInMemoryStoreType])
    func configuration(_ type: String) throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        let local = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: folder.file("Local.sqlite"))
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Cloud", at: folder.file("Cloud.sqlite"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let tags = ["a", "b"].map { context.insert("Tag", ["text": $0]) }
            context.insert("Note", ["text": "n", "tags": NSSet(array: tags)])
            context.insert("Item", ["text": "i"])
            context.insert("Remote", ["text": "r"])
            try context.save()
        }
        let moved = try coordinator.migratePersistentStore(
            local, to: folder.file("Moved"), withType: type)
        #expect(moved.configurationName == "Local")
        #expect(try texts("Item", coordinator) == ["i", "n"])
        #expect(try texts("Tag", coordinator) == ["a", "b"])
        #expect(try texts("Remote", coordinator) == ["r"])
        try context.performAndWait {
            context.reset()
            let tags = try context.all("Note").first?.value(forKey: "tags") as? NSSet
            #expect(tags?.count == 2)
        }
    }

    @Test("STO-100 all objects of a moved store are written in one transaction")
    func oneTransaction() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        let memory = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let tag = context.insert("Tag", ["text": "t"])
            for number in 0..<4_500 {
                context.insert("Note", ["text": "\(number)", "tags": NSSet(object: tag)])
            }
            try context.save()
        }
        let url = folder.file("Moved.sqlite")
        try coordinator.migratePersistentStore(
            memory, to: url, options: [NSPersistentHistoryTrackingKey: true], type: .sqlite)
        let database = try RawDatabase(url)
        #expect(try database.rows("SELECT COUNT(*) FROM ATRANSACTION") == [["1"]])
        #expect(try database.rows("SELECT COUNT(*) FROM ZITEM") == [["4500"]])
        try context.performAndWait {
            context.reset()
            let notes = try context.all("Tag").first?.value(forKey: "notes") as? NSSet
            #expect(notes?.count == 4_500)
        }
    }
}
