// SPDX-License-Identifier: Apache-2.0
// What every scenario starts with: a store, two contexts on one coordinator, and a look at what is really stored.

import CoreData
import Foundation
import PerdureTestSupport
import Synchronization
import Testing

/// An empty store of the fixture model with the contexts A and B.
struct Scenario {
    let stack: Stack
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - kind: where the objects are kept.
    ///   - classes: the classes of entities.
    ///   - change: what a scenario wants to be different in the model.
    /// - Throws: what adding the store reports.
    init(
        _ kind: Stack.Kind, _ classes: [String: NSManagedObject.Type] = [:],
        model change: (NSManagedObjectModel) -> Void = { _ in }
    ) throws {
        let model = FixtureModel.scenarios(classes)
        change(model)
        stack = try Stack(kind, model)
        a = stack.context()
        b = stack.context()
    }

    /// Inserts an object in A and saves it.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - values: the values to set.
    ///   - type: the class of the object.
    /// - Returns: the object.
    /// - Throws: what saving reports.
    func saved<Object: NSManagedObject>(
        _ entity: String, _ values: [String: Any?] = [:], as type: Object.Type = NSManagedObject.self
    ) throws -> Object {
        let object = try #require(a.insert(entity, values) as? Object)
        try a.save()
        return object
    }

    /// The same object in another context.
    ///
    /// - Parameters:
    ///   - object: an object that was saved.
    ///   - context: for example B.
    /// - Returns: the object there.
    /// - Throws: when it is gone.
    func twin<Object: NSManagedObject>(_ object: Object, in context: NSManagedObjectContext) throws -> Object
    {
        try #require(try context.existingObject(with: object.objectID) as? Object)
    }

    /// Values of the only stored object of an entity, read through a fresh coordinator where there is a file.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - keys: the properties' names.
    /// - Returns: the values; nil for none.
    /// - Throws: when there is not exactly one object.
    func stored(_ entity: String, _ keys: String...) throws -> [NSObject?] {
        let fresh = try stack.url.map { url in
            // A coordinator of its own needs a model of its own, because classes differ.
            try Stack(at: url, stack.coordinator.managedObjectModel)
        }
        let context = (fresh ?? stack).context()
        let objects = try context.all(entity)
        try #require(objects.count == 1)
        return keys.map { objects[0].committedValues(forKeys: [$0])[$0] as? NSObject }
            .map { $0 is NSNull ? nil : $0 }
    }

    /// How many objects of an entity are stored.
    func storedCount(_ entity: String) throws -> Int {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.includesPendingChanges = false
        return try stack.context().count(for: request)
    }
}

/// Counts notifications of one context, for as long as it lives.
final class NotificationCount {
    private let total: Total
    private let token: any NSObjectProtocol

    private final class Total: Sendable {
        let value = Atomic<Int>(0)
    }

    var count: Int { total.value.load(ordering: .relaxed) }

    init(_ name: NSNotification.Name, of context: NSManagedObjectContext) {
        let total = Total()
        self.total = total
        token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
            total.value.add(1, ordering: .relaxed)
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
