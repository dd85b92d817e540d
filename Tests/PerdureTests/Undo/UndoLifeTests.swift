// SPDX-License-Identifier: Apache-2.0
// Undo and redo of insertions and deletions.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Undo of insertions and deletions")
struct UndoLifeTests {
    @Test("CTX-210 CTX-65 insert o; o.a=1", arguments: Stack.Kind.allCases)
    func insertion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        stage.manager.beginUndoGrouping()
        let person = stage.context.insert("Person")
        stage.manager.endUndoGrouping()
        stage.step { person.setValue(1, forKey: "age") }
        let id = person.objectID
        stage.undo()
        #expect(person.isInserted)
        #expect(person.number("age") == 0)
        person.setPrimitiveValue("kept", forKey: "note")
        stage.undo()
        #expect(stage.context.insertedObjects.isEmpty && !stage.context.hasChanges)
        #expect(person.managedObjectContext == nil && person.value(forKey: "note") == nil)
        #expect(stage.context.registeredObject(for: id) == nil)
        stage.redo()
        #expect(stage.context.insertedObjects == [person] && person.objectID == id)
        #expect(person.text("note") == "kept")
        stage.redo()
        #expect(person.number("age") == 1)
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.number("age") } == [1])
    }

    @Test(
        "OBJ-91 what awakeFromInsert sets comes back with redo, which does not call it",
        arguments: Stack.Kind.allCases)
    func baseline(_ kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        context.undoManager = UndoManager()
        context.on("awakeFromInsert") { $0.setPrimitiveValue("baseline", forKey: "lastName") }
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        context.undo()
        #expect(person.value(forKey: "lastName") == nil)
        let trace = context.startTrace()
        context.redo()
        #expect(person.text("lastName") == "baseline" && person.text("firstName") == "Ada")
        #expect(trace.take() == ["Person.awake(4)"])
        person.setValue("Eve", forKey: "firstName")
        context.undo()
        #expect(person.text("lastName") == "baseline")
    }

    @Test("CTX-66 undo of an insertion that was saved deletes", arguments: Stack.Kind.allCases)
    func savedInsertion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = stage.context.insert("Person", ["firstName": "Ada", "department": department])
        try stage.context.save()
        stage.context.undo()
        #expect(person.isDeleted && stage.context.deletedObjects == [person])
        #expect(department.members("employees").isEmpty)
        let posted = PostedNotifications([.NSManagedObjectContextDidSave], of: stage.context)
        try stage.context.save()
        #expect(posted.takeGroups()[NSDeletedObjectsKey] == [person])
        #expect(try stage.stored("Person").isEmpty)
        stage.context.redo()
        #expect(person.isInserted && person.text("firstName") == "Ada")
        #expect(person.object("department") === department && department.members("employees") == [person])
        try stage.context.save()
        let stored = try #require(try stage.stored("Person").first)
        #expect(stored.object("department")?.text("name") == "A")
    }

    @Test("CTX-66 delete rules do not follow what the undone event connected", arguments: Stack.Kind.allCases)
    func savedCascade(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let item = try stage.saved("Item", ["title": "a"])
        let list = stage.context.insert("TodoList", ["name": "Home"])
        item.setValue(list, forKey: "todolist")
        try stage.context.save()
        for savesDeletion in [false, true] {
            stage.undo()
            #expect(list.isDeleted && !item.isDeleted && item.object("todolist") == nil)
            if savesDeletion { try stage.context.save() }
            stage.redo()
            #expect(item.object("todolist") === list && list.members("items") == [item])
            #expect(stage.context.hasChanges == savesDeletion)
            try stage.context.save()
        }
        #expect(try stage.stored("TodoList").map { $0.members("items").count } == [1])
    }

    @Test("CTX-66 redo before the deletion is saved takes it back", arguments: Stack.Kind.allCases)
    func redoOfSavedInsertion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = stage.context.insert("Person", ["firstName": "Ada"])
        try stage.context.save()
        stage.undo()
        stage.redo()
        #expect(!person.isDeleted && !stage.context.hasChanges)
        #expect(person.text("firstName") == "Ada")
    }

    @Test("CTX-210 OBJ-163 delete d (nullify)", arguments: Stack.Kind.allCases)
    func nullified(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = try stage.saved("Person", ["department": department])
        stage.step { stage.context.delete(department) }
        #expect(person.object("department") == nil)
        stage.undo()
        #expect(!department.isDeleted && person.object("department") === department)
        #expect(department.members("employees") == [person] && !stage.context.hasChanges)
        stage.redo()
        #expect(department.isDeleted && person.object("department") == nil)
        try stage.context.save()
        #expect(try stage.stored("Department").isEmpty)
    }

    @Test("CTX-210 OBJ-163 delete list (cascade)", arguments: Stack.Kind.allCases)
    func cascaded(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let list = stage.context.insert("TodoList", ["name": "Home"])
        let items = ["a", "b", "c"].map { stage.context.insert("Item", ["title": $0, "todolist": list]) }
        try stage.context.save()
        stage.manager.removeAllActions()
        stage.step { stage.context.delete(list) }
        #expect(stage.context.deletedObjects.count == 4)
        stage.undo()
        #expect(!stage.context.hasChanges)
        #expect((list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == items)
        stage.redo()
        #expect(stage.context.deletedObjects.count == 4)
        try stage.context.save()
        #expect(try stage.stored("Item").isEmpty)
    }

    @Test(
        "CTX-68 a saved deletion is undone by new rows, relationships included",
        arguments: Stack.Kind.allCases)
    func savedDeletion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let list = stage.context.insert("TodoList", ["name": "Home"])
        let items = ["a", "b"].map {
            stage.context.insert("Item", ["title": $0, "points": 3, "todolist": list])
        }
        try stage.context.save()
        stage.manager.removeAllActions()
        let id = list.objectID
        stage.context.refreshAllObjects()
        stage.context.delete(list)
        try stage.context.save()
        #expect(list.managedObjectContext == nil)
        stage.context.undo()
        #expect(list.isInserted && list.objectID.isTemporaryID && list.objectID != id)
        #expect(stage.context.insertedObjects == Set(items + [list]))
        #expect((list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == items)
        try stage.context.save()
        let stored = try #require(try stage.stored("TodoList").first)
        let titles = (stored.value(forKey: "items") as? NSOrderedSet)?.array.map {
            ($0 as? NSManagedObject)?.text("title")
        }
        #expect(stored.text("name") == "Home" && titles == ["a", "b"])
        stage.context.redo()
        try stage.context.save()
        #expect(try stage.stored("TodoList").isEmpty)
        #expect(try stage.stored("Item").isEmpty)
    }

    @Test(
        "CTX-68 redo of a deletion that was saved and undone takes the new object away",
        arguments: Stack.Kind.allCases)
    func redoOfSavedDeletion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["firstName": "Ada"])
        stage.context.delete(person)
        try stage.context.save()
        stage.undo()
        #expect(stage.context.insertedObjects == [person])
        stage.redo()
        #expect(!stage.context.hasChanges && person.managedObjectContext == nil)
        stage.undo()
        #expect(stage.context.insertedObjects == [person] && person.text("firstName") == "Ada")
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.text("firstName") } == ["Ada"])
    }

    @Test("CTX-68 a saved deletion of an employee finds the department again", arguments: Stack.Kind.allCases)
    func reference(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let tag = try stage.saved("Tag", ["label": "t"])
        let person = try stage.saved("Person", ["department": department, "tags": NSSet(object: tag)])
        stage.context.refreshAllObjects()
        stage.context.delete(person)
        try stage.context.save()
        stage.undo()
        #expect(person.object("department") === department && department.members("employees") == [person])
        #expect(tag.members("people") == [person] && person.members("tags") == [tag])
        try stage.context.save()
        let stored = try #require(try stage.stored("Person").first)
        #expect(stored.object("department")?.text("name") == "A")
        #expect(stored.members("tags").map { $0.text("label") } == ["t"])
    }

    @Test("CTX-61 a deletion of a new object is undone with its values", arguments: Stack.Kind.allCases)
    func deletedNewObject(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = stage.context.insert("Person", ["firstName": "Ada"])
        stage.context.processPendingChanges()
        stage.step { stage.context.delete(person) }
        #expect(person.managedObjectContext == nil)
        stage.undo()
        #expect(person.isInserted && person.text("firstName") == "Ada")
        stage.undo()
        #expect(!stage.context.hasChanges && person.managedObjectContext == nil)
        stage.redo()
        #expect(person.isInserted && person.text("firstName") == "Ada")
    }

    @Test("CTX-61 insertion and deletion in one event leave nothing to undo", arguments: Stack.Kind.allCases)
    func nothing(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        stage.context.delete(stage.context.insert("Person", ["firstName": "Ada"]))
        stage.context.processPendingChanges()
        #expect(!stage.manager.canUndo)
    }

    @Test("CTX-65 an object with a permanent ID keeps it while it is away", arguments: Stack.Kind.allCases)
    func permanentID(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = stage.context.insert("Person", ["firstName": "Ada"])
        try stage.context.obtainPermanentIDs(for: [person])
        let id = person.objectID
        stage.undo()
        stage.redo()
        #expect(person.objectID == id && person.isInserted)
        try stage.context.save()
        #expect(try stage.stored("Person").map(\.objectID) == [id])
    }

    @Test("OBJ-163 delete rules that wait for the save are undone with it", arguments: Stack.Kind.allCases)
    func latePropagation(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = try stage.saved("Person", ["department": department])
        stage.context.propagatesDeletesAtEndOfEvent = false
        stage.step { stage.context.delete(department) }
        #expect(person.object("department") === department)
        stage.undo()
        #expect(!stage.context.hasChanges)
        stage.redo()
        #expect(department.isDeleted && person.object("department") === department)
        try stage.context.save()
        #expect(person.object("department") == nil)
        while stage.manager.canUndo { stage.undo() }
        #expect(department.isInserted && person.object("department") === department)
        try stage.context.save()
        #expect(try stage.stored("Department").map { $0.members("employees").count } == [1])
    }

    @Test("CTX-68 an object that others deleted is left out", arguments: Stack.Kind.allCases)
    func lostRow(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let people = try ["a", "b"].map { try stage.saved("Person", ["firstName": $0]) }
        stage.step { for person in people { person.setValue(1, forKey: "age") } }
        try stage.context.save()
        stage.context.refreshAllObjects()
        let other = stage.stack.context()
        other.delete(try other.existingObject(with: people[0].objectID))
        try other.save()
        stage.undo()
        #expect(people[1].number("age") == 0 && stage.context.updatedObjects == [people[1]])
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.number("age") } == [0])
    }

    @Test("OBJ-160 a deletion taken back is undone by deleting", arguments: Stack.Kind.allCases)
    func takenBack(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { stage.context.delete(person) }
        stage.step { stage.context.insert(person) }
        stage.undo()
        #expect(person.isDeleted)
        stage.undo()
        #expect(!person.isDeleted)
        stage.redo()
        #expect(person.isDeleted)
        stage.redo()
        #expect(!person.isDeleted && !stage.context.hasChanges)
    }

    @Test("TRN-24 a transient of an object that undo brings back", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let card = stage.context.insert("Card")
        stage.context.processPendingChanges()
        stage.step { card.setValue(false, forKey: "visible") }
        stage.undo()
        stage.undo()
        stage.redo()
        #expect(card.value(forKey: "visible") as? Bool == true)
        stage.redo()
        #expect(card.value(forKey: "visible") as? Bool == false)
    }
}
