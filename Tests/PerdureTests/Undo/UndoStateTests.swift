// SPDX-License-Identifier: Apache-2.0
// What is dirty, changed and posted after undo and redo.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("State after undo")
struct UndoStateTests {
    @Test("TRN-230 rows 15 and 16, TRN-231 t set, undo, redo", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 1])
        person.setValue(5, forKey: "mood")
        stage.context.undo()
        #expect(person.number("age") == 1 && person.value(forKey: "mood") == nil)
        #expect(person.hasChanges && person.changedValues().isEmpty)
        stage.context.processPendingChanges()
        #expect(!person.hasChanges && !stage.context.hasChanges)
        stage.context.redo()
        #expect(person.number("age") == 1 && person.number("mood") == 5 && person.hasChanges)
        stage.context.processPendingChanges()
        #expect(person.hasChanges)
    }

    @Test("TRN-230 row 14 rollback gives both back", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 1])
        person.setValue(3, forKey: "age")
        person.setValue(5, forKey: "mood")
        stage.context.rollback()
        #expect(person.number("age") == 1 && person.value(forKey: "mood") == nil && !person.hasChanges)
    }

    @Test(
        "CTX-67 CTX-210 a=1; save; a=2: undo is clean, the second one dirty", arguments: Stack.Kind.allCases)
    func savedBetween(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        try stage.context.save()
        stage.step { person.setValue(2, forKey: "age") }
        stage.undo()
        #expect(person.number("age") == 1 && !person.hasChanges)
        stage.undo()
        #expect(person.number("age") == 0 && person.changedValues().keys.sorted() == ["age"])
        #expect(person.committedValues(forKeys: ["age"])["age"] as? Int == 1)
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.number("age") } == [0])
        stage.redo()
        #expect(person.number("age") == 1 && person.hasChanges)
    }

    @Test("CTX-69 OBJ-235 back at the saved value, changedValues is empty", arguments: Stack.Kind.allCases)
    func committed(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["firstName": "a"])
        stage.step { person.setValue("b", forKey: "firstName") }
        stage.step { person.setValue("a", forKey: "firstName") }
        stage.step { person.setValue("c", forKey: "firstName") }
        stage.undo()
        #expect(person.changedValues().isEmpty && person.text("firstName") == "a")
        #expect(stage.manager.undoCount == 2 && person.hasChanges == false)
        stage.undo()
        #expect(person.changedValues()["firstName"] as? String == "b" && person.hasChanges)
        stage.undo()
        #expect(person.changedValues().isEmpty && !person.hasChanges)
    }

    @Test("TRN-231 an object that was dirty before stays dirty", arguments: Stack.Kind.allCases)
    func dirtyBefore(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { person.setValue("x", forKey: "mood") }
        stage.step { person.setValue(2, forKey: "age") }
        stage.undo()
        #expect(person.hasChanges && person.changedValues().isEmpty && person.text("mood") == "x")
        stage.undo()
        #expect(!person.hasChanges)
    }

    @Test("TRN-231 a transient that was saved stays clean", arguments: Stack.Kind.allCases)
    func savedTransient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["mood": "x"])
        stage.step { person.setValue("y", forKey: "mood") }
        stage.undo()
        #expect(!person.hasChanges && person.text("mood") == "x")
        stage.step { person.setValue("z", forKey: "mood") }
        try stage.context.save()
        stage.undo()
        #expect(person.hasChanges && person.text("mood") == "x")
    }

    @Test("OBJ-230 undo of a deletion", arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 0])
        stage.context.delete(person)
        stage.context.undo()
        stage.context.processPendingChanges()
        #expect(!person.isInserted && !person.isUpdated && !person.isDeleted)
        #expect(!person.hasChanges && !person.hasPersistentChangedValues && person.changedValues().isEmpty)
        #expect(!stage.context.hasChanges)
    }

    @Test(
        "CTX-61 a change made after an undo in the same event is a step of its own",
        arguments: Stack.Kind.allCases)
    func changeAfterUndo(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        stage.context.undo()
        person.setValue(7, forKey: "age")
        #expect(person.changedValuesForCurrentEvent()["age"] as? Int == 1)
        stage.context.processPendingChanges()
        #expect(person.hasChanges && stage.manager.undoCount == 1 && !stage.manager.canRedo)
        stage.undo()
        #expect(person.number("age") == 0 && !person.hasChanges)
    }

    @Test("CTX-200 CTX-77 what is posted after undo and redo", arguments: Stack.Kind.allCases)
    func notifications(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        let posted = PostedNotifications([.NSManagedObjectContextObjectsDidChange], of: stage.context)
        stage.step { person.setValue(1, forKey: "age") }
        #expect(posted.takeGroups() == [NSUpdatedObjectsKey: [person]])
        stage.undo()
        #expect(posted.takeGroups() == [NSUpdatedObjectsKey: [person]])
        stage.manager.beginUndoGrouping()
        let new = stage.context.insert("Person", ["age": 1])
        stage.manager.endUndoGrouping()
        #expect(posted.takeGroups() == [NSInsertedObjectsKey: [new]])
        stage.undo()
        #expect(posted.takeGroups() == [NSDeletedObjectsKey: [new]])
        stage.redo()
        #expect(posted.takeGroups() == [NSInsertedObjectsKey: [new]])
        stage.undo()
        _ = posted.takeNames()
        stage.step { stage.context.delete(person) }
        #expect(posted.takeGroups() == [NSDeletedObjectsKey: [person]])
        stage.undo()
        #expect(posted.takeGroups() == [NSInsertedObjectsKey: [person]])
    }

    @Test("CTX-202 the values before an undo are those of the current event", arguments: Stack.Kind.allCases)
    func currentEvent(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { person.setValue(1, forKey: "age") }
        stage.context.undo()
        #expect(person.changedValuesForCurrentEvent()["age"] as? Int == 1)
        stage.context.processPendingChanges()
        #expect(person.changedValuesForCurrentEvent().isEmpty)
    }

    @Test(
        "TRN-27 TRN-41 what awakeFromFetch and refreshing write is not undoable",
        arguments: Stack.Kind.allCases)
    func silentWrites(_ kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let manager = UndoManager()
        context.undoManager = manager
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        manager.removeAllActions()
        context.on("awakeFromFetch") { $0.setValue("fresh", forKey: "mood") }
        context.refresh(person, mergeChanges: false)
        #expect(person.text("mood") == "fresh")
        person.setPrimitiveValue("mine", forKey: "mood")
        context.refresh(person, mergeChanges: true)
        context.processPendingChanges()
        #expect(person.text("mood") == "mine" && !person.hasChanges && !manager.canUndo)
    }

    @Test("CTX-71 TRN-231 an equal value set by the program stays dirty", arguments: Stack.Kind.allCases)
    func equalValue(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 1])
        stage.step { person.setValue(2, forKey: "age") }
        stage.context.undo()
        person.setValue(1, forKey: "age")
        stage.context.processPendingChanges()
        #expect(person.hasChanges && person.changedValues().isEmpty)
    }

    @Test(
        "CTX-68 an object that undo brings back without its row has its values as changes",
        arguments: Stack.Kind.allCases)
    func newAgain(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let item = try stage.saved("Item", ["title": "a", "points": 3])
        stage.context.delete(item)
        try stage.context.save()
        stage.undo()
        #expect(item.isInserted && item.hasPersistentChangedValues)
        let changed = item.changedValues()
        #expect(changed.keys.sorted() == ["points", "title"])
        #expect(changed["title"] as? String == "a" && changed["points"] as? Int == 3)
    }

    @Test("OBJ-135 a failed save keeps what can be undone", arguments: Stack.Kind.allCases)
    func failedSave(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        stage.step { department.setValue("B", forKey: "name") }
        stage.step { department.setValue(nil, forKey: "name") }
        #expect(throws: (any Error).self) { try stage.context.save() }
        #expect(stage.manager.undoCount == 2 && department.value(forKey: "name") == nil)
        stage.undo()
        #expect(department.text("name") == "B")
        try stage.context.save()
        stage.undo()
        #expect(department.text("name") == "A" && department.hasChanges)
    }
}
