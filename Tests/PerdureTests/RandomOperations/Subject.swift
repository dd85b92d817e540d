// SPDX-License-Identifier: Apache-2.0
// Does the operations of a history with real contexts, and looks at everything that can be seen of them.

import Foundation
import Perdure
import PerdureTestSupport

/// Two contexts on one store; the test's objects are in the first one.
final class Subject {
    private let stack: Stack
    private let context: NSManagedObjectContext
    private(set) var objects: [NSManagedObject?] = Array(repeating: nil, count: Operation.places)
    /// Whether the last save failed.
    private(set) var hasFailed = false

    init(_ kind: Stack.Kind) throws {
        stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Cell", .attribute("p", .integer64AttributeType, default: 0),
                    .attribute("q", .integer64AttributeType, default: 0),
                    .attribute("title", isOptional: false, default: "t"),
                    .attribute("t", .undefinedAttributeType, isTransient: true),
                    .attribute("preset", isTransient: true, default: "preset"))))
        context = stack.context()
    }

    /// Begins with stored objects in all places, and with an undo manager.
    func beginWithUndo() throws {
        for _ in objects { insert() }
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
    }

    func apply(_ operation: Operation) throws {
        hasFailed = false
        switch operation {
        case .insert: insert()
        case .set(let place, let key, let content):
            objects[place]?.setValue(content.any, forKey: key.rawValue)
        case .primitiveSet(let place, let key, let content):
            objects[place]?.setPrimitiveValue(content.any, forKey: key.rawValue)
        case .undo:
            context.undo()
            context.processPendingChanges()
        case .redo:
            context.redo()
            context.processPendingChanges()
        case .read(let place): objects[place]?.willAccessValue(forKey: nil)
        case .delete(let place): delete(place)
        case .refresh(let place, let merges): objects[place].map { context.refresh($0, mergeChanges: merges) }
        case .letGo(let place): letGo(place)
        case .refreshAll: context.refreshAllObjects()
        case .process: context.processPendingChanges()
        case .save: save()
        case .failedSave: failToSave()
        case .rollback: context.rollback()
        case .reset: try reset()
        case .setElsewhere(let place, let key, let content):
            _ = try elsewhere(place) { $0.setValue(content.any, forKey: key.rawValue) }
        case .mergeElsewhere(let place, let key, let content):
            let saved = try elsewhere(place) { twin in
                let old = Content(twin.value(forKey: key.rawValue))
                if old != content { twin.setValue(content.any, forKey: key.rawValue) }
            }
            context.processPendingChanges()
            if let saved { context.mergeChanges(fromContextDidSave: saved) }
        case .deleteElsewhere(let place): _ = try elsewhere(place) { $0.managedObjectContext?.delete($0) }
        }
        dropObjectsThatLeft()
    }

    private func insert() {
        guard let place = objects.firstIndex(where: { $0 == nil }) else { return }
        objects[place] = context.insert("Cell")
    }

    private func delete(_ place: Int) {
        guard let object = objects[place] else { return }
        context.delete(object)
        context.processPendingChanges()
    }

    private func letGo(_ place: Int) {
        guard let id = objects[place]?.objectID else { return }
        context.processPendingChanges()
        objects[place] = nil
        objects[place] = context.object(with: id)
    }

    private func save() {
        do { try context.save() } catch { hasFailed = true }
    }

    /// A save that validation stops.
    private func failToSave() {
        let bad = context.insert("Cell", ["title": nil])
        save()
        context.delete(bad)
        context.processPendingChanges()
    }

    private func reset() throws {
        let ids = objects.map { $0?.objectID }
        objects = objects.map { _ in nil }
        context.reset()
        let stored = Set(try stack.context().all("Cell").map(\.objectID))
        for (place, id) in ids.enumerated() {
            if let id, stored.contains(id) { objects[place] = context.object(with: id) }
        }
    }

    /// Another context changes an object and saves; gives the notification, if there was anything to save.
    private func elsewhere(_ place: Int, _ body: (NSManagedObject) -> Void) throws -> Notification? {
        guard let id = objects[place]?.objectID, !id.isTemporaryID else { return nil }
        let other = stack.context()
        guard let twin = try? other.existingObject(with: id) else { return nil }
        body(twin)
        guard other.hasChanges else { return nil }
        try other.save()
        let updated = [NSUpdatedObjectsKey: Set([twin])]
        return Notification(name: .NSManagedObjectContextDidSave, object: other, userInfo: updated)
    }

    private func dropObjectsThatLeft() {
        objects = objects.map { $0?.managedObjectContext == nil ? nil : $0 }
    }
}

// MARK: What is seen

extension Subject {
    /// What the object in a place shows, without firing a fault.
    func look(at place: Int) -> String {
        guard let object = objects[place] else { return "none" }
        var text = Sight.flags(
            [object.isFault, object.isInserted, object.isInserted || object.isUpdated, object.isDeleted])
        text += object.hasChanges ? " dirty" : ""
        guard !object.isFault else { return text }
        let values = Key.allCases.map { "\($0)=\(Content(object.value(forKey: $0.rawValue)))" }
        text += " " + values.joined(separator: " ")
        // What is compared with a row that is gone is not in the rules.
        if object.isDeleted, object.committedValues(forKeys: nil).isEmpty { return text }
        let committed = object.committedValues(forKeys: ["p", "q", "t"])
        text += " committed " + Sight.list(committed) + " changed " + Sight.list(object.changedValues())
        if !object.isInserted { text += object.hasPersistentChangedValues ? " persistent" : "" }
        return text
    }

    /// What the context's structures contradict themselves in.
    var problems: [String] { context.checkInvariants() }

    func lookAtContext() -> String {
        let sets = [context.insertedObjects, context.updatedObjects, context.deletedObjects]
        let places = sets.map { set in
            set.map { object in "\(objects.firstIndex { $0 === object } ?? -1)" }.sorted().joined(
                separator: ",")
        }
        return "\(context.hasChanges) " + places.joined(separator: "/")
    }

    func lookAtStore() throws -> [String] {
        // Objects do not keep their context.
        let context = stack.context()
        return try context.all("Cell").map { cell in
            "p=\(Content(cell.value(forKey: "p"))) q=\(Content(cell.value(forKey: "q")))"
        }.sorted()
    }
}

/// How both sides write down what they see.
enum Sight {
    static func flags(_ flags: [Bool]) -> String {
        zip(flags, ["fault", "inserted", "updated", "deleted"]).filter(\.0).map(\.1).joined(separator: " ")
    }

    static func list(_ values: [String: Any]) -> String {
        "[" + values.map { "\($0)=\(Content($1))" }.sorted().joined(separator: " ") + "]"
    }
}

extension Content {
    init(_ value: Any?) {
        switch value {
        case let number as Int: self = .number(number)
        case let text as String: self = .text(text)
        default: self = .none
        }
    }

    var any: Any? {
        switch self {
        case .none: nil
        case .number(let number): number
        case .text(let text): text
        }
    }
}
