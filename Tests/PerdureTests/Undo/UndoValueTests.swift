// SPDX-License-Identifier: Apache-2.0
// Undo and redo of attribute values.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Undo of values")
struct UndoValueTests {
    @Test("CTX-210 CTX-61 a=1; a=2 (stored 0)", arguments: Stack.Kind.allCases)
    func twoSteps(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 0])
        stage.step { person.setValue(1, forKey: "age") }
        stage.step { person.setValue(2, forKey: "age") }
        stage.undo()
        #expect(person.number("age") == 1)
        stage.undo()
        #expect(person.number("age") == 0)
        stage.redo()
        #expect(person.number("age") == 1)
        stage.redo()
        #expect(person.number("age") == 2)
        #expect(!stage.manager.canRedo)
    }

    @Test("CTX-210 CTX-64 TRN-11 a=1, t=\"x\" in one step", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step {
            person.setValue(1, forKey: "age")
            person.setValue("x", forKey: "mood")
        }
        #expect(stage.manager.undoCount == 1)
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(person.value(forKey: "mood") == nil)
        stage.redo()
        #expect(person.number("age") == 1)
        #expect(person.text("mood") == "x")
    }

    @Test("TRN-51(b) t=1, undo gives nil", arguments: Stack.Kind.allCases)
    func undoneTransient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "mood")
        stage.context.undo()
        #expect(person.value(forKey: "mood") == nil)
    }

    @Test("TRN-51(c) t=1, rollback gives nil, and nothing to undo", arguments: Stack.Kind.allCases)
    func rolledBackTransient(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "mood")
        stage.context.rollback()
        #expect(person.value(forKey: "mood") == nil)
        #expect(!stage.manager.canUndo)
    }

    @Test("CTX-60 without a manager, undo and redo do nothing", arguments: Stack.Kind.allCases)
    func noManager(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        #expect(stage.stack.context().undoManager == nil)
        let person = try stage.saved("Person")
        stage.context.undoManager = nil
        person.setValue(1, forKey: "age")
        stage.context.undo()
        stage.context.redo()
        #expect(person.number("age") == 1)
        stage.context.rollback()
        #expect(person.number("age") == 0)
    }

    @Test("CTX-62 undo and redo process pending changes first", arguments: Stack.Kind.allCases)
    func pendingChanges(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        stage.context.undo()
        #expect(person.number("age") == 0)
        person.setValue(2, forKey: "age")
        stage.context.redo()
        #expect(person.number("age") == 2)
        #expect(stage.manager.undoCount == 1)
    }

    @Test("CTX-71 changes without registration survive an undo", arguments: Stack.Kind.allCases)
    func withoutRegistration(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        stage.context.processPendingChanges()
        stage.manager.disableUndoRegistration()
        person.setValue("Ada", forKey: "firstName")
        stage.context.processPendingChanges()
        stage.manager.enableUndoRegistration()
        #expect(stage.manager.undoCount == 1)
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(person.text("firstName") == "Ada")
    }

    @Test("CTX-72 primitive writes are part of an announced change only", arguments: Stack.Kind.allCases)
    func primitives(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setPrimitiveValue("silent", forKey: "note")
        stage.context.processPendingChanges()
        #expect(!stage.manager.canUndo)
        person.setValue(1, forKey: "age")
        person.setPrimitiveValue(5, forKey: "age")
        stage.context.processPendingChanges()
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(person.text("note") == "silent")
        stage.redo()
        #expect(person.number("age") == 5)
    }

    @Test("CTX-210 a=1; refresh false: undo to 0, redo to 1", arguments: Stack.Kind.allCases)
    func refreshed(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { person.setValue(1, forKey: "age") }
        stage.context.refresh(person, mergeChanges: false)
        #expect(person.number("age") == 0)
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(!person.hasChanges)
        stage.redo()
        #expect(person.number("age") == 1)
        #expect(person.changedValues().keys.sorted() == ["age"])
    }

    @Test(
        "CTX-74 undo of a change that refresh false gave up sets the old value",
        arguments: Stack.Kind.allCases)
    func refreshedAfterOthers(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["firstName": "a"])
        stage.step { person.setValue("b", forKey: "firstName") }
        let other = stage.stack.context()
        try other.existingObject(with: person.objectID).setValue("c", forKey: "firstName")
        try other.save()
        stage.context.refresh(person, mergeChanges: false)
        stage.undo()
        #expect(person.text("firstName") == "a")
        #expect(person.hasChanges)
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.text("firstName") } == ["a"])
    }

    @Test("CTX-210 CTX-73 a=1; others' b=5 merged: a 0 and 1, b stays", arguments: Stack.Kind.allCases)
    func merged(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { person.setValue(1, forKey: "age") }
        let other = stage.stack.context()
        try other.existingObject(with: person.objectID).setValue("five", forKey: "note")
        try other.save()
        stage.context.refresh(person, mergeChanges: true)
        stage.context.processPendingChanges()
        #expect(stage.manager.undoCount == 1)
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(person.text("note") == "five")
        stage.redo()
        #expect(person.number("age") == 1)
        #expect(person.text("note") == "five")
    }

    @Test("CTX-73 what is made without undo stays out of the steps", arguments: Stack.Kind.allCases)
    func disabled(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        stage.context.withoutUndo { person.setValue("merged", forKey: "note") }
        person.setValue("x", forKey: "firstName")
        stage.context.processPendingChanges()
        #expect(stage.manager.undoCount == 2)
        stage.undo()
        stage.undo()
        #expect(person.number("age") == 0)
        #expect(person.value(forKey: "firstName") == nil)
        #expect(person.text("note") == "merged")
    }
}
