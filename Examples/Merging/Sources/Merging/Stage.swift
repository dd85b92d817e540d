// SPDX-License-Identifier: Apache-2.0
// Two contexts on one file.

import CoreData

/// A file and two writers, A and B.
struct Stage {
    private let container: NSPersistentContainer
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext

    init(file: URL) throws {
        let model = NSManagedObjectModel(
            for: HandShape.self, HandRecord.self, HandTally.self, MergingShape.self, MergingRecord.self,
            MergingTally.self)
        container = NSPersistentContainer(name: "Merging", managedObjectModel: model)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        a = container.viewContext
        b = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        b.persistentStoreCoordinator = container.persistentStoreCoordinator
    }

    /// A new object, saved, as both writers see it.
    func pair<Object: NSManagedObject>(_ type: Object.Type, _ prepare: (Object) -> Void) throws -> (
        a: Object, b: Object
    ) {
        let object = Object(context: a)
        prepare(object)
        try a.save()
        guard let other = try b.existingObject(with: object.objectID) as? Object else {
            throw CocoaError(.coderInvalidValue)
        }
        return (object, other)
    }

    /// What a third reader finds.
    func stored<Object: NSManagedObject, Value>(_ object: Object, _ read: (Object) -> Value) throws -> Value {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = container.persistentStoreCoordinator
        guard let found = try context.existingObject(with: object.objectID) as? Object else {
            throw CocoaError(.coderInvalidValue)
        }
        return read(found)
    }
}
