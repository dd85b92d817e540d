// SPDX-License-Identifier: Apache-2.0
// A coordinator with a RecordStore and some records, for the tests of this target.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

/// A coordinator with one RecordStore.
struct RecordStage {
    let coordinator: NSPersistentStoreCoordinator
    let store: RecordStore

    /// Adds a store of a configuration; nil for all entities.
    init(configuration: String? = nil, filled: Bool = true) throws {
        NSPersistentStoreCoordinator.registerStoreClass(
            RecordStore.self, type: NSPersistentStore.StoreType(rawValue: RecordStore.typeName))
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shelf.model())
        let added = try coordinator.addPersistentStore(
            ofType: RecordStore.typeName, configurationName: configuration,
            at: URL(string: "records://shelf/main"))
        store = try #require(added as? RecordStore)
        if filled { fill() }
    }

    private func fill() {
        store.records = [
            "a1": Record(entity: "Author", values: ["name": "Ada", "books": ["b1", "b2"]]),
            "a2": Record(entity: "Author", values: ["name": "Zoe", "books": [String]()]),
            "b1": Record(entity: "Book", values: ["title": "Notes", "rating": 3, "author": "a1"]),
            "b2": Record(entity: "Book", values: ["title": "Looms", "rating": 5, "author": "a1"]),
        ]
        _ = store.takeCalls()
    }

    func context(_ policy: NSMergePolicy = .error) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = policy
        return context
    }

    func entity(_ name: String) throws -> NSEntityDescription {
        try #require(coordinator.managedObjectModel.entitiesByName[name])
    }

    func id(_ entityName: String, _ name: String) throws -> NSManagedObjectID {
        store.newObjectID(for: try entity(entityName), referenceObject: name)
    }
}
