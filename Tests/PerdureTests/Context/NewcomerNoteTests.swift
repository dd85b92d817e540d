// SPDX-License-Identifier: Apache-2.0
// What an object that is inserted in the present event tells of its changes: the journal keeps no notes of its initial
// values, and nobody can tell.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Changes of an object that is new in the event")
struct NewcomerNoteTests {
    private let desk: Desk

    init() throws {
        let thing = ModelSamples.entity(
            "Thing",
            [
                ModelSamples.attribute("name"), ModelSamples.attribute("plain", .integer64),
                ModelSamples.attribute("preset", .integer64) { $0.defaultValue = 7 },
                ModelSamples.attribute("title") { $0.defaultValue = "none" },
            ])
        desk = try Desk(.inMemory, ModelSamples.model(thing))
    }

    /// Everything that changed, with the old values.
    private func changes(_ object: NSManagedObject) -> NSDictionary {
        object.changedValuesForCurrentEvent() as NSDictionary
    }

    private func change(_ object: NSManagedObject) {
        for (key, value) in ["name": "Ada", "plain": 1, "preset": 8, "title": "Dr"] as [String: Any] {
            object.setValue(value, forKey: key)
        }
        object.setValue("Bob", forKey: "name")
    }

    private let initial: NSDictionary = ["name": NSNull(), "plain": NSNull(), "preset": 7, "title": "none"]

    @Test("OBJ-78 the old values are the initial ones, before the event ends and in its notification")
    func initialValues() throws {
        // The context posts on the thread of the test.
        nonisolated(unsafe) let object = desk.context.insert("Thing", [:])
        nonisolated(unsafe) var told: [NSDictionary] = []
        let other = desk.context.insert("Thing", ["name": "Eve"])
        change(object)
        #expect(changes(object) == initial && changes(other) == ["name": NSNull()])
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: desk.context, queue: nil
        ) { _ in told.append(object.changedValuesForCurrentEvent() as NSDictionary) }
        defer { NotificationCenter.default.removeObserver(observer) }
        desk.context.processPendingChanges()
        #expect(told == [initial] && changes(object) == [:])
        object.setValue("Ada", forKey: "name")
        #expect(changes(object) == ["name": "Bob"])
    }

    @Test("OBJ-78 an object that had values before it was inserted tells those")
    func earlierValues() throws {
        let entity = try #require(
            desk.context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Thing"])
        let object = NSManagedObject(entity: entity, insertInto: nil)
        object.setValue("Eve", forKey: "name")
        object.setValue(3, forKey: "plain")
        desk.context.insert(object)
        change(object)
        #expect(changes(object) == ["name": "Eve", "plain": 3, "preset": 7, "title": "none"])
    }

    @Test("OBJ-78 an undo manager that comes in the middle of the event undoes what follows")
    func lateManager() throws {
        let object = desk.context.insert("Thing", [:])
        change(object)
        let manager = UndoManager()
        manager.groupsByEvent = false
        desk.context.undoManager = manager
        object.setValue("Eve", forKey: "name")
        #expect(changes(object) == initial)
        desk.context.processPendingChanges()
        desk.context.undo()
        #expect(object.value(forKey: "name") as? String == "Bob" && object.isInserted)
    }

    @Test("what is set to its initial value again is no change", arguments: [false, true])
    func setBack(undoable: Bool) throws {
        desk.context.undoManager = undoable ? UndoManager() : nil
        let object = desk.context.insert("Thing", [:])
        change(object)
        object.setValue(nil, forKey: "name")
        object.setValue(7, forKey: "preset")
        #expect(changes(object) == ["plain": NSNull(), "title": "none"])
    }
}
