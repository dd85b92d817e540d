// SPDX-License-Identifier: Apache-2.0
// What tests of patterns start with: a store, two contexts on it, and a look at what is really stored.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store of a model with the contexts A and B.
struct PatternStack {
    let stack: Stack
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext

    init(_ kind: Stack.Kind, _ model: NSManagedObjectModel) throws {
        stack = try Stack(kind, model)
        a = stack.context()
        b = stack.context()
    }

    /// A store of the model of the scenarios.
    init(_ kind: Stack.Kind, _ classes: [String: NSManagedObject.Type] = [:]) throws {
        try self.init(kind, FixtureModel.scenarios(classes))
    }

    /// Inserts an object in A and saves it.
    func saved<Object: NSManagedObject>(
        _ entity: String, _ values: [String: Any?] = [:], as type: Object.Type = NSManagedObject.self
    ) throws -> Object {
        let object = try new(entity, values, as: type)
        try a.save()
        return object
    }

    /// Inserts an object in A.
    func new<Object: NSManagedObject>(
        _ entity: String, _ values: [String: Any?] = [:], as type: Object.Type = NSManagedObject.self
    ) throws -> Object {
        try #require(a.insert(entity, values) as? Object)
    }

    /// The same object in another context.
    func twin<Object: NSManagedObject>(_ object: Object, in context: NSManagedObjectContext) throws -> Object
    {
        try #require(try context.existingObject(with: object.objectID) as? Object)
    }

    /// The stored value of an attribute of an object, read in a fresh context.
    func stored(_ object: NSManagedObject, _ key: String) throws -> Any? {
        let value = try twin(object, in: stack.context()).committedValues(forKeys: [key])[key]
        return value is NSNull ? nil : value
    }

    /// Saves B and merges into A what B saved.
    func saveBAndMerge() throws {
        // The notification comes on this thread.
        nonisolated(unsafe) var saved: Notification?
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: b, queue: nil
        ) { saved = $0 }
        defer { NotificationCenter.default.removeObserver(token) }
        try b.save()
        a.mergeChanges(fromContextDidSave: try #require(saved))
    }

    /// Lets the next save of A fail with 1570; gives what makes it succeed again.
    func spoilNextSave() -> () -> Void {
        let department = a.insert("Department")
        return { a.delete(department) }
    }
}

extension NSManagedObjectContext {
    /// Begins to keep what can be undone; each event is a step.
    func startUndo() {
        let manager = UndoManager()
        manager.groupsByEvent = false
        undoManager = manager
    }

    /// One event with a change.
    func step(_ change: () throws -> Void) rethrows {
        try change()
        processPendingChanges()
    }
}
