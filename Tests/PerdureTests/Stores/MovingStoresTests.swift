// SPDX-License-Identifier: Apache-2.0
// Destroying, replacing and migrating stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct MovingStoresTests {
    /// Two lists with ordered items, two people who are friends, one tag on both.
    private func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            let list = context.insert("TodoList", ["name": "Home"])
            let items = ["Cook", "Wash", "Sleep"].map {
                context.insert("Item", ["title": $0, "todolist": list])
            }
            list.setValue(NSOrderedSet(array: items.reversed()), forKey: "items")
            let ada = context.insert("Person", ["firstName": "Ada", "age": 36])
            let bob = context.insert("Person", ["firstName": "Bob"])
            ada.mutableSetValue(forKey: "friends").add(bob)
            let tag = context.insert("Tag", ["label": "old"])
            tag.setValue(NSSet(array: [ada, bob]), forKey: "people")
            context.insert("Circle", ["name": "O", "radius": 2.5, "colorData": Data([1, 2, 3])])
            try context.save()
        }
    }

    private func describe(_ stack: NSPersistentStoreCoordinator) throws -> [String] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = stack
        return try context.performAndWait {
            var lines: [String] = []
            for list in try context.all("TodoList") {
                let items = list.value(forKey: "items") as? NSOrderedSet
                let titles = items?.array.compactMap {
                    ($0 as? NSManagedObject)?.value(forKey: "title") as? String
                }
                lines.append("\(list.value(forKey: "name") ?? "") \(titles ?? [])")
            }
            for person in try context.all("Person", by: "firstName") {
                let friends = (person.value(forKey: "friends") as? Set<NSManagedObject> ?? [])
                    .compactMap { $0.value(forKey: "firstName") as? String }
                lines.append(
                    "\(person.value(forKey: "firstName") ?? "") \(person.value(forKey: "age") ?? 0) \(friends)"
                )
            }
            for tag in try context.all("Tag") {
                lines.append("tag \((tag.value(forKey: "people") as? Set<NSManagedObject>)?.count ?? -1)")
            }
            for shape in try context.all("Shape") {
                lines.append("\(shape.entity.name ?? "") \(shape.value(forKey: "radius") ?? 0)")
            }
            return lines
        }
    }

    private let expected = [
        "Home [\"Sleep\", \"Wash\", \"Cook\"]", "Ada 36 [\"Bob\"]", "Bob 0 [\"Ada\"]", "tag 2", "Circle 2.5",
    ]

    @Test("STO-214 a destroyed store is empty when it is added again, with a new UUID")
    func destroying() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.scenarios())
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let uuid = store.identifier
        try coordinator.remove(store)
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(try Data(contentsOf: url).isEmpty)
        let again = try coordinator.addPersistentStore(type: .sqlite, at: url)
        #expect(again.identifier != uuid)
        #expect(try describe(coordinator).isEmpty)
    }

    @Test("STO-215 a replaced store has the source's UUID and rows")
    func replacing() throws {
        let source = try Stack(.sqlite)
        try fill(source)
        let folder = try TemporaryFolder()
        let copy = folder.file("copy.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.scenarios())
        try coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: try #require(source.url), type: .sqlite)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: copy)
        #expect(store.identifier == source.store.identifier)
        #expect(try describe(coordinator) == expected)
    }

    @Test("STO-100, STO-216 migrating keeps all values and relationships, with new IDs, there and back")
    func migrating() throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(.sqlite)
        try fill(stack)
        stack.coordinator.setMetadata(["author": "Ada"], for: stack.store)
        let memory = try #require(URL(string: "memory://copy"))
        let first = try stack.coordinator.migratePersistentStore(stack.store, to: memory, type: .inMemory)
        #expect(stack.coordinator.persistentStores == [first])
        #expect(first.identifier != stack.store.identifier)
        #expect(try describe(stack.coordinator) == expected)
        let file = folder.file("back.sqlite")
        let second = try stack.coordinator.migratePersistentStore(first, to: file, type: .sqlite)
        #expect(second.type == NSSQLiteStoreType)
        #expect(try describe(stack.coordinator) == expected)
        #expect(second.metadata["author"] as? String == "Ada")
        #expect(FileManager.default.fileExists(atPath: try #require(stack.url).path))
    }

    @Test("STO-103 a store keeps its model; a coordinator can be made of it")
    func cachedModel() throws {
        let stack = try Stack(.sqlite)
        try fill(stack)
        let url = try #require(stack.url)
        let model = try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url))
        #expect(
            model.entitiesByName.keys.sorted()
                == stack.coordinator.managedObjectModel.entitiesByName.keys.sorted())
        let coordinator = try NSPersistentStoreCoordinator(modelOfStoreAt: url)
        _ = try coordinator.addPersistentStore(type: .sqlite, at: url)
        #expect(try describe(coordinator) == expected)
    }
}
