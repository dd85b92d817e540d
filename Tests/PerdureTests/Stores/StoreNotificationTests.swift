// SPDX-License-Identifier: Apache-2.0
// What is posted when the list of stores changes.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

@Suite struct StoreNotificationTests {
    /// Collects the names of notifications of one coordinator or its stores.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test("STO-10 adding and removing are announced with the stores")
    func addingAndRemoving() throws {
        let log = Log()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let center = NotificationCenter.default
        let change = center.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
        ) { note in
            for key in [NSAddedPersistentStoresKey, NSRemovedPersistentStoresKey] {
                if let stores = note.userInfo?[key] as? [NSPersistentStore] {
                    log.add("\(key) \(stores.count)")
                }
            }
        }
        let store = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let removal = center.addObserver(
            forName: .NSPersistentStoreCoordinatorWillRemoveStore, object: store, queue: nil
        ) { _ in log.add("will remove") }
        try coordinator.remove(store)
        center.removeObserver(change)
        center.removeObserver(removal)
        #expect(log.all == ["added 1", "will remove", "removed 1"])
        #expect(coordinator.persistentStores.isEmpty)
        #expect(store.persistentStoreCoordinator == nil)
    }

    @Test("STO-9 changed objects of a removed store are in no fetch's result and in no count")
    func removedStore() throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(at: folder.file("A.sqlite"))
        let context = stack.context()
        try context.performAndWait {
            let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
            try context.save()
            people[0].setValue("changed", forKey: "firstName")
            try stack.coordinator.remove(stack.store)
            try stack.coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("A.sqlite"))
            let found = try context.all("Person", by: "firstName")
            #expect(found.map { $0.value(forKey: "firstName") as? String } == ["a", "b"])
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
        }
    }

    @Test("STO-9 a store of another coordinator cannot be removed")
    func stranger() throws {
        let one = try Stack()
        let two = try Stack()
        #expect(throws: CoreDataException.self) { try one.coordinator.remove(two.store) }
        #expect(two.coordinator.persistentStores.count == 1)
    }
}
