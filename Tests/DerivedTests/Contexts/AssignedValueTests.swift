// SPDX-License-Identifier: Apache-2.0
// A program that gives derived attributes values itself: until the next save, and never in the store.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Values that are given to derived attributes") struct AssignedValueTests {
    @Test(
        "DER-34 the value stays in memory until the save and makes the object dirty",
        arguments: Stack.Kind.allCases)
    func untilSaved(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.list.setValue(99, forKey: "count")
        #expect(home.list.count == 99 && home.list.isUpdated && home.a.hasChanges)
        #expect(home.list.changedValues() as? [String: Int] == ["count": 99])
        #expect(home.list.committedValues(forKeys: ["count"]) as? [String: Int] == ["count": 1])
        #expect(home.list.hasPersistentChangedValues)
        try home.a.save()
        #expect(home.list.count == 1 && !home.list.hasChanges && home.list.changedValues().isEmpty)
        #expect(try home.stored(home.list, "count") as? Int == 1)
    }

    @Test("DER-34 the save writes the version and nothing else", arguments: Stack.Kind.allCases)
    func versionOnly(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        let before = try #require(lamp.touched)
        let twin = try home.twin(lamp)
        lamp.setValue("Elsewhere", forKey: "listName")
        try home.a.save()
        let after = try #require(lamp.touched)
        #expect(lamp.listName == "Home" && after > before, "the row was written")
        twin.setValue("Lantern", forKey: "title")
        #expect(throws: (any Error).self) { try home.b.save() }
    }

    @Test("DER-34 a new object's value goes with the insertion", arguments: Stack.Kind.allCases)
    func inserted(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind)
        let list = home.a.insert("TodoList", ["name": "Work", "count": 5])
        home.add("Desk", to: list)
        #expect(list.count == 5)
        try home.a.save()
        #expect(list.count == 1)
        #expect(try home.stored(list, "count") as? Int == 1)
    }

    @Test("DER-34 unsaved values count in fetches of the context", arguments: Stack.Kind.allCases)
    func fetching(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.list.setValue(99, forKey: "count")
        #expect(try home.a.all("TodoList", "count == 99") == [home.list], "DER-44")
        #expect(try home.b.all("TodoList", "count == 99").isEmpty)
    }

    @Test("DER-34 refresh keeps nothing of it", arguments: Stack.Kind.allCases)
    func refreshing(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.list.setValue(99, forKey: "count")
        home.list.setValue("Work", forKey: "name")
        home.a.refresh(home.list, mergeChanges: true)
        #expect(home.list.count == 1 && home.list.name == "Work")
        #expect(home.list.changedValues().keys.sorted() == ["name"])
        home.list.setValue(99, forKey: "count")
        home.a.refresh(home.list, mergeChanges: false)
        #expect(home.list.isFault && home.list.count == 1 && !home.list.hasChanges)
    }

    @Test("DER-34 rollback and undo before the save take it back", arguments: Stack.Kind.allCases)
    func takingBack(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        home.list.setValue(99, forKey: "count")
        home.a.rollback()
        #expect(home.list.count == 1 && !home.a.hasChanges)
        home.a.undoManager = UndoManager()
        home.list.setValue(99, forKey: "count")
        home.a.undo()
        #expect(home.list.count == 1)
        home.a.processPendingChanges()
        #expect(!home.a.hasChanges)
    }

    @Test(
        "DER-34 a stored value that a save of somebody else brings is newer", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let twin = try home.twin(try home.item("Lamp"))
        twin.setValue("Elsewhere", forKey: "listName")
        let saved = PostedGroups(home.a)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        home.b.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        #expect(twin.listName == "Work" && twin.changedValues().isEmpty)
    }

    @Test("DER-34 one warning for each attribute, by name and by accessor, none for primitives")
    func warning() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let home = try ListHome(.sqlite, ["Lamp"])
            home.list.setPrimitiveValue(1, forKey: "count")
            for count in 1...3 { home.list.setValue(count, forKey: "count") }
            let lamp = try home.item("Lamp")
            // What a generated setter calls.
            lamp._setString("x", at: lamp._slot(of: "listName"))
            lamp._setString("y", at: lamp._slot(of: "listName"))
            if lamp.listName != "y" { fatalError("the setter did not set") }
            home.list.setValue("Work", forKey: "name")
            try home.a.save()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let warnings = text.split(separator: "\n").filter { $0.hasPrefix("CoreData: warning: ") }
        #expect(warnings.count == 2)
        #expect(warnings.first?.contains("'TodoList.count'") == true)
        #expect(warnings.last?.contains("'Item.listName'") == true)
        #expect(warnings.first?.contains("setPrimitiveValue(_:forKey:)") == true)
    }
}
