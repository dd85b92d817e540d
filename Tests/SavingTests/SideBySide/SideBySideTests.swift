// SPDX-License-Identifier: Apache-2.0
// Saves of one coordinator whose stores take several writes at once: they do not wait for each other.

import Foundation
import PerdureStore
import Testing

@testable import Perdure

@Suite("Saves side by side") struct SideBySideTests {
    private let coordinator: NSPersistentStoreCoordinator

    init() {
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        let item = NSEntityDescription()
        item.name = "Item"
        item.properties = [name]
        let model = NSManagedObjectModel()
        model.entities = [item]
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    }

    private func add(_ engine: RowLockingEngine, _ number: Int = 1) throws {
        let specification = try StoreSpecification(
            type: NSInMemoryStoreType, configuration: nil, url: URL(string: "memory://side/\(number)"),
            options: nil)
        let store = EngineStore(
            engine: engine, specification: specification, entities: nil, coordinator: coordinator)
        coordinator.state.withLock { $0.stores.append(store) }
    }

    private func schema() throws -> Schema {
        try coordinator.managedObjectModel.finish()
        return coordinator.managedObjectModel.schema
    }

    private func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func insert(_ name: String, into context: NSManagedObjectContext) -> NSManagedObject {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(name, forKey: "name")
        return item
    }

    /// Saves a new object in each of two contexts, on two threads.
    private func saveTwice() -> [String] {
        let contexts = [context(), context()]
        let errors = Lock<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            contexts[index].performAndWait {
                _ = insert("\(index)", into: contexts[index])
                do { try contexts[index].save() } catch { errors.withLock { $0.append("\(error)") } }
            }
        }
        return errors.withLock { $0 }
    }

    private func names() throws -> [String] {
        let reader = context()
        return try reader.performAndWait {
            try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
                .compactMap { $0.value(forKey: "name") as? String }.sorted()
        }
    }

    @Test("two saves are committed side by side where the store takes several writes at once")
    func meetingInCommits() throws {
        let meeting = Meeting(of: 2)
        try add(RowLockingEngine(schema: try schema()) { try meeting.join() })
        #expect(saveTwice() == [])
        #expect(try names() == ["0", "1"])
    }

    /// Whether each of some commits had the coordinator's lock alone.
    private func areAlone(_ limits: StoreLimits, besides: Bool = false) throws -> [Bool] {
        let answers = Lock<[Bool]>([])
        let lock = coordinator.saveLock
        let engine = RowLockingEngine(schema: try schema(), limits: limits) {
            answers.withLock { $0.append(lock.isHeldExclusively) }
        }
        try add(engine)
        if besides {
            try coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
        #expect(saveTwice() == [])
        return answers.withLock { $0 }
    }

    @Test("saves share the lock only where the store takes several writes at once")
    func lockOfOneStore() throws {
        #expect(try areAlone(RowLockingEngine.concurrent) == [false, false])
    }

    @Test("a store with one writer keeps the second save out until the first has ended")
    func lockOfSerialStore() throws { #expect(try areAlone(StoreLimits()) == [true, true]) }

    @Test("one store with a single writer is enough to make saves wait for each other")
    func lockOfMixedStores() throws {
        #expect(try areAlone(RowLockingEngine.concurrent, besides: true) == [true, true])
    }

    @Test("a conflict of saves side by side is found and resolved as any other")
    func conflicts() throws {
        try add(RowLockingEngine(schema: try schema()))
        let (first, second) = (context(), context())
        let id = try first.performAndWait {
            let item = insert("a", into: first)
            try first.save()
            return item.objectID
        }
        try second.performAndWait {
            try second.existingObject(with: id).setValue("c", forKey: "name")
        }
        try first.performAndWait {
            try first.existingObject(with: id).setValue("b", forKey: "name")
            try first.save()
        }
        let error = second.performAndWait {
            #expect(throws: (any Error).self) { try second.save() } as NSError?
        }
        #expect(error?.code == NSManagedObjectMergeError)
        try second.performAndWait {
            second.mergePolicy = NSMergePolicy.overwrite
            try second.save()
        }
        #expect(try names() == ["c"])
    }

    @Test(
        "a limit of the store is told by the save, with the entity and the property, and nothing is written")
    func limits() throws {
        var limits = RowLockingEngine.concurrent
        limits.keepsNullCharacters = false
        try add(RowLockingEngine(schema: try schema(), limits: limits))
        let context = context()
        try context.performAndWait {
            let item = insert("a\0b", into: context)
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.localizedDescription.contains("Item") == true, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains("name") == true)
            #expect(try names() == [])
            item.setValue("ab", forKey: "name")
            try context.save()
        }
        #expect(try names() == ["ab"])
    }
}
