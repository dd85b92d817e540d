// SPDX-License-Identifier: Apache-2.0
// Rollback, undo and redo around derived values: what the store computed stays as it is.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Taking changes back beside derived values") struct TakingBackTests {
    @Test("DER-24 the save of derived values is no step of undo", arguments: Stack.Kind.allCases)
    func noStep(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let manager = UndoManager()
        home.a.undoManager = manager
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(try home.item("Lamp").listName == "Work")
        home.a.undo()
        #expect(home.list.name == "Home" && !manager.canUndo)
        try home.a.save()
        #expect(try home.item("Lamp").listName == "Home")
    }

    @Test(
        "DER-22 undo of a saved change leaves the derived value to the next save",
        arguments: Stack.Kind.allCases)
    func undoAfterSave(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.a.undoManager = UndoManager()
        home.add("Rug")
        try home.a.save()
        #expect(home.list.count == 2)
        home.a.undo()
        #expect(home.list.count == 2 && home.list.changedValues()["count"] == nil)
        try home.a.save()
        #expect(home.list.count == 1)
        home.a.redo()
        #expect(home.list.count == 1)
        try home.a.save()
        #expect(home.list.count == 2)
    }

    @Test(
        "DER-34 undo and redo write no derived attribute once the context was saved",
        arguments: Stack.Kind.allCases)
    func assignedAndSaved(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.a.undoManager = UndoManager()
        home.list.setValue(99, forKey: "count")
        home.list.setValue("Work", forKey: "name")
        home.a.processPendingChanges()
        home.a.undo()
        #expect(home.list.count == 1 && home.list.name == "Home")
        home.a.redo()
        #expect(home.list.count == 99 && home.list.name == "Work")
        try home.a.save()
        home.a.undo()
        #expect(home.list.count == 1 && home.list.name == "Home")
        #expect(home.list.changedValues().keys.sorted() == ["name"])
        home.a.redo()
        #expect(home.list.count == 1 && home.list.name == "Work")
    }

    @Test("DER-34 undoing nothing but a saved assignment dirties nothing", arguments: Stack.Kind.allCases)
    func nothingLeft(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.a.undoManager = UndoManager()
        home.list.setValue(99, forKey: "count")
        try home.a.save()
        home.a.undo()
        home.a.processPendingChanges()
        #expect(home.list.count == 1 && !home.a.hasChanges)
    }

    @Test(
        "DER-34 DER-25 undo and redo after a merge or a refresh bring no older derived value back",
        arguments: Stack.Kind.allCases, [true, false])
    func merged(_ kind: Stack.Kind, _ merges: Bool) throws {
        let home = try ListHome(kind, ["Lamp"])
        let (twin, saved) = (try home.twin(try home.item("Lamp")), PostedGroups(home.a))
        home.b.undoManager = UndoManager()
        twin.setValue("Elsewhere", forKey: "listName")
        twin.setValue("Lantern", forKey: "title")
        home.b.processPendingChanges()
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        if merges {
            home.b.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        } else {
            home.b.refresh(twin, mergeChanges: true)
        }
        home.b.processPendingChanges()
        #expect(twin.listName == "Work")
        home.b.undo()
        home.b.processPendingChanges()
        #expect(twin.listName == "Work" && twin.value(forKey: "title") as? String == "Lamp")
        #expect(twin.changedValues().isEmpty && !home.b.hasChanges)
        home.b.redo()
        #expect(twin.listName == "Work" && twin.value(forKey: "title") as? String == "Lantern")
    }

    @Test("CTX-80 rollback after a save shows the stored derived values", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        lamp.setValue("Lantern", forKey: "title")
        home.add("Rug")
        home.a.rollback()
        #expect(lamp.listName == "Work" && lamp.value(forKey: "title") as? String == "Lamp")
        #expect(home.list.count == 1 && !home.a.hasChanges)
        #expect(lamp.touched == (try home.stored(lamp, "touched") as? Date))
    }

    @Test(
        "CTX-103 refresh with changes keeps the others' derived value clean", arguments: Stack.Kind.allCases)
    func refresh(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let twin = try home.twin(try home.item("Lamp"))
        twin.setValue("Lantern", forKey: "title")
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        home.b.refresh(twin, mergeChanges: true)
        #expect(twin.listName == "Work" && twin.changedValues().keys.sorted() == ["title"])
        twin.setValue("Lamp", forKey: "title")
        #expect(!twin.hasPersistentChangedValues)
    }

    @Test("SAV-12 a failed save changes no derived value", arguments: Stack.Kind.allCases)
    func failedSave(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        let before = lamp.touched
        home.list.setValue("Work", forKey: "name")
        let rug = home.a.insert("Item", ["todolist": home.list])
        #expect(throws: (any Error).self) { try home.a.save() }
        #expect(lamp.listName == "Home" && lamp.touched == before && home.list.count == 1)
        #expect(rug.listName == nil && rug.isInserted)
        #expect(try home.stored(lamp, "listName") as? String == "Home")
        home.a.rollback()
        #expect(lamp.listName == "Home" && home.list.count == 1)
    }
}
