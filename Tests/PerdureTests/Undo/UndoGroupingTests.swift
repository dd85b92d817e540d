// SPDX-License-Identifier: Apache-2.0
// How a context's events become steps of its undo manager.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Contexts and undo groups")
struct UndoGroupingTests {
    @Test(
        "CTX-61 CTX-70 groupsByEvent: events up to processPendingChanges are one step",
        arguments: Stack.Kind.allCases)
    func automatic(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind, groupsByEvent: true)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        // A fetch ends the event, not the step.
        _ = try stage.context.all("Person", "age > 5")
        person.setValue("x", forKey: "note")
        stage.context.processPendingChanges()
        #expect(stage.manager.undoCount == 1 && stage.manager.groupingLevel == 0)
        person.setValue(2, forKey: "age")
        #expect(stage.manager.canUndo && stage.manager.undoCount == 2)
        stage.undo()
        #expect(person.number("age") == 1)
        stage.undo()
        #expect(person.number("age") == 0 && person.value(forKey: "note") == nil)
    }

    @Test(
        "CTX-61 without groupsByEvent, each event outside of groups is a step", arguments: Stack.Kind.allCases
    )
    func events(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        person.setValue(2, forKey: "age")
        stage.context.processPendingChanges()
        person.setValue(3, forKey: "age")
        stage.context.processPendingChanges()
        #expect(stage.manager.undoCount == 2)
        stage.undo()
        #expect(person.number("age") == 2)
        stage.undo()
        #expect(person.number("age") == 0)
    }

    @Test("CTX-70 an explicit group holds all events inside", arguments: [true, false])
    func explicit(_ groupsByEvent: Bool) throws {
        let stage = try UndoStage(groupsByEvent: groupsByEvent)
        let person = try stage.saved("Person")
        person.setValue("before", forKey: "note")
        stage.step {
            person.setValue(1, forKey: "age")
            stage.context.processPendingChanges()
            person.setValue(2, forKey: "age")
        }
        #expect(stage.manager.undoCount == 2 && stage.manager.groupingLevel == 0)
        stage.undo()
        #expect(person.number("age") == 0 && person.text("note") == "before")
        stage.redo()
        #expect(person.number("age") == 2)
    }

    @Test("CTX-70 the end of a perform block ends the step")
    func performBlocks() async throws {
        let stage = try UndoStage(groupsByEvent: true)
        let id = try stage.saved("Person").objectID
        let (context, manager) = (stage.context, stage.manager)
        for age in 1...2 {
            await context.perform { context.object(with: id).setValue(age, forKey: "age") }
        }
        await context.perform {
            #expect(manager.undoCount == 2 && manager.groupingLevel == 0)
            context.undo()
            #expect(context.object(with: id).number("age") == 1)
        }
    }

    @MainActor @Test("CTX-32 CTX-70 on the main queue, the next turn ends the step")
    func mainQueue() async throws {
        let stack = try Stack(.inMemory)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = stack.coordinator
        let manager = UndoManager()
        context.undoManager = manager
        let person = context.insert("Person")
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(manager.undoCount == 1 && manager.groupingLevel == 0)
        person.setValue(1, forKey: "age")
        context.undo()
        #expect(person.number("age") == 0 && person.isInserted)
        context.undo()
        #expect(person.managedObjectContext == nil)
    }

    @Test(
        "CTX-76 the program's own actions and names go along with the context's",
        arguments: Stack.Kind.allCases)
    func interplay(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        let box = NSMutableArray()
        stage.step {
            person.setValue(1, forKey: "age")
            stage.manager.registerUndo(withTarget: box) { $0.add("undone") }
            stage.manager.setActionName("Aging")
        }
        #expect(stage.manager.undoMenuItemTitle == "Undo Aging")
        stage.undo()
        #expect(person.number("age") == 0 && box.count == 1 && stage.manager.redoActionName == "Aging")
    }

    @Test("CTX-76 a name given before the event ends belongs to its step", arguments: Stack.Kind.allCases)
    func naming(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind, groupsByEvent: true)
        let person = try stage.saved("Person")
        person.setValue(1, forKey: "age")
        stage.manager.setActionName("Aging")
        stage.context.processPendingChanges()
        #expect(stage.manager.undoActionName == "Aging")
    }

    @Test("CTX-76 changes that the program's own actions make can be redone", arguments: Stack.Kind.allCases)
    func ownActions(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person", ["age": 1])
        stage.step { stage.manager.registerUndo(withTarget: person) { $0.setValue(9, forKey: "age") } }
        stage.undo()
        #expect(person.number("age") == 9 && stage.manager.canRedo && !stage.manager.canUndo)
        stage.redo()
        #expect(person.number("age") == 1 && !person.hasChanges)
        stage.undo()
        #expect(person.number("age") == 9)
    }

    @Test(
        "CTX-211 CTX-80 CTX-83 CTX-84 nothing to undo after rollback, reset and removeAllActions",
        arguments: Stack.Kind.allCases)
    func cleared(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        for clear in [stage.context.rollback, stage.context.reset, stage.manager.removeAllActions] {
            let person = try stage.saved("Person")
            stage.step { person.setValue(1, forKey: "age") }
            stage.step { person.setValue(2, forKey: "age") }
            stage.undo()
            #expect(stage.manager.canUndo && stage.manager.canRedo)
            clear()
            #expect(!stage.manager.canUndo && !stage.manager.canRedo)
            stage.redo()
            stage.undo()
            #expect(person.managedObjectContext == nil || person.number("age") != 2)
            stage.context.reset()
        }
    }

    @Test("CTX-86 reset keeps the manager", arguments: Stack.Kind.allCases)
    func reset(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        stage.context.reset()
        #expect(stage.context.undoManager === stage.manager)
    }

    @Test(
        "CTX-212 taking the manager away discards registrations, not changes", arguments: Stack.Kind.allCases)
    func withoutManager(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        stage.step { person.setValue(1, forKey: "age") }
        person.setValue(2, forKey: "age")
        stage.context.undoManager = nil
        #expect(person.number("age") == 2 && !stage.manager.canUndo)
        stage.context.undoManager = stage.manager
        #expect(!stage.manager.canUndo)
        stage.step { person.setValue(3, forKey: "age") }
        stage.undo()
        #expect(person.number("age") == 2)
    }

    @Test(
        "CTX-212 two contexts may share a manager; one that leaves takes its own actions",
        arguments: Stack.Kind.allCases)
    func shared(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = try stage.saved("Person")
        let other = stage.stack.context()
        other.undoManager = stage.manager
        let twin = try other.existingObject(with: person.objectID)
        stage.step {
            person.setValue(1, forKey: "age")
            twin.setValue("x", forKey: "note")
        }
        #expect(stage.manager.undoCount == 1)
        other.undoManager = nil
        stage.manager.undo()
        #expect(person.number("age") == 0 && twin.text("note") == "x")
    }
}

@Suite("Memory of undo")
struct UndoMemoryTests {
    /// Objects that their tests see go.
    private func changed(_ stage: UndoStage, _ name: String) -> () -> Bool {
        weak var person: NSManagedObject?
        let found = try? stage.context.all("Person", "firstName == '\(name)'").first
        person = found
        found?.setValue(name + "!", forKey: "note")
        stage.context.processPendingChanges()
        return { person != nil }
    }

    @Test(
        "CTX-10 CTX-213 recorded steps hold their objects, dropped ones do not",
        arguments: Stack.Kind.allCases)
    func dropped(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        for name in ["a", "b"] { stage.context.insert("Person", ["firstName": name]) }
        try stage.context.save()
        stage.manager.removeAllActions()
        stage.manager.levelsOfUndo = 1
        let isFirstHeld = changed(stage, "a")
        try stage.context.save()
        #expect(isFirstHeld())
        let isSecondHeld = changed(stage, "b")
        try stage.context.save()
        #expect(!isFirstHeld() && isSecondHeld() && stage.manager.undoCount == 1)
        stage.manager.removeAllActions()
        #expect(!isSecondHeld())
    }

    @Test("CTX-10 a context that goes takes its actions along")
    func context() throws {
        let manager = UndoManager()
        weak var person: NSManagedObject?
        do {
            let stack = try Stack(.inMemory)
            let context = stack.context()
            context.undoManager = manager
            person = context.insert("Person")
            context.processPendingChanges()
            #expect(person != nil && manager.canUndo)
        }
        #expect(person == nil && !manager.canUndo && manager.undoCount == 0)
    }

    @Test("CTX-10 an insertion that was undone and forgotten goes", arguments: Stack.Kind.allCases)
    func forgotten(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        weak var person: NSManagedObject?
        do { person = stage.context.insert("Person", ["firstName": "a"]) }
        stage.context.undo()
        stage.context.processPendingChanges()
        #expect(person != nil)
        stage.manager.removeAllActions()
        #expect(person == nil)
    }
}
