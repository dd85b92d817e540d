// SPDX-License-Identifier: Apache-2.0
// What the objects of the saving context show after a save, without a refresh.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values in the saving context") struct SavingContextTests {
    @Test("DER-23 DER-24 a clean parent has the new count, and stays clean", arguments: Stack.Kind.allCases)
    func cleanParent(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind)
        let list = try home.twin(home.list)
        #expect(list.count == 0)
        home.add("Lamp", to: list)
        try home.b.save()
        #expect(list.count == 1)
        #expect(list.committedValues(forKeys: ["count"])["count"] as? Int == 1)
        #expect(!list.hasChanges && !home.b.hasChanges && list.changedValues().isEmpty)
        #expect(!list.hasPersistentChangedValues)
    }

    @Test(
        "DER-23 a renamed list changes its items, which the save does not write",
        arguments: Stack.Kind.allCases)
    func copies(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let lamp = try home.item("Lamp")
        let before = lamp.touched
        home.list.setValue("Work", forKey: "name")
        #expect(lamp.listName == "Home", "DER-22")
        try home.a.save()
        #expect(lamp.listName == "Work" && lamp.touched == before)
        #expect(!lamp.hasChanges && !lamp.isUpdated && !home.a.hasChanges)
    }

    @Test(
        "DER-23 DER-29b a sum follows its members, while the parent itself is not changed",
        arguments: Stack.Kind.allCases)
    func sums(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        try home.item("Lamp").setValue(4, forKey: "points")
        #expect(!home.list.hasChanges && home.list.value(forKey: "total") as? Int == 0)
        try home.a.save()
        #expect(home.list.value(forKey: "total") as? Int == 4 && !home.list.hasChanges)
        #expect(home.list.count == 1)
    }

    @Test("DER-23 faults read the new value, with and without partial values", arguments: Stack.Kind.allCases)
    func faults(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let (lamp, rug) = (try home.item("Lamp"), try home.item("Rug"))
        home.a.refresh(lamp, mergeChanges: false)
        home.a.refresh(rug, mergeChanges: false)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: "title == 'Rug'")
        request.propertiesToFetch = ["listName"]
        #expect(try home.a.fetch(request) == [rug])
        #expect(rug.isFault && rug.listName == "Home" && rug.isFault)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(lamp.isFault && rug.isFault)
        let statements = try home.stack.statements { #expect(lamp.listName == "Work") }
        #expect(statements.isEmpty, "the row cache has the row")
        #expect(rug.listName == "Work")
    }

    @Test(
        "DER-23 objects that the context does not know come with the new value",
        arguments: Stack.Kind.allCases)
    func unregistered(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let id = try home.item("Lamp").objectID
        home.a.reset()
        let list = try home.twin(home.list, in: home.a)
        list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(home.a.registeredObject(for: id) == nil)
        let statements = try home.stack.statements {
            #expect(home.a.object(with: id).listName == "Work")
        }
        #expect(statements.isEmpty)
    }

    @Test(
        "DER-23 an object that was changed again in the save keeps its change", arguments: Stack.Kind.allCases
    )
    func changedAgain(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        // Told before the new value is there, in the middle of the save.
        let observation = try lamp.observe("listName", options: .prior) { lamp, change in
            if change.isPrior { lamp.setValue("Lantern", forKey: "title") }
        }
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        observation.invalidate()
        #expect(lamp.listName == "Work" && lamp.value(forKey: "title") as? String == "Lantern")
        #expect(lamp.changedValues().keys.sorted() == ["title"] && lamp.isUpdated)
        try home.a.save()
        #expect(try home.stored(lamp, "title") as? String == "Lantern")
        #expect(lamp.listName == "Work")
    }

    @Test(
        "DER-23 both lists of an item that moved, and the list of one that is gone",
        arguments: Stack.Kind.allCases
    )
    func moves(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let other = home.a.insert("TodoList", ["name": "Work"])
        try home.a.save()
        try home.item("Lamp").setValue(other, forKey: "todolist")
        try home.a.save()
        #expect(home.list.count == 1 && other.count == 1)
        home.a.delete(try home.item("Rug"))
        try home.a.save()
        #expect(home.list.count == 0 && other.count == 1)
        #expect(try home.item("Lamp").listName == "Work")
    }

    @Test(
        "DER-24 hooks: no awakeFromFetch, no willSave, no turning into a fault",
        arguments: Stack.Kind.allCases)
    func hooks(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.managedObjectClassName = "DerivedTests.HookedItem"
        }
        let lamp = try #require(try home.item("Lamp") as? HookedItem)
        lamp.hooks = []
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(lamp.listName == "Work" && lamp.hooks.isEmpty)
    }

    @Test(
        "DER-23 SAV-30 an object that others wrote keeps what was read, and its next save meets the conflict",
        arguments: Stack.Kind.allCases)
    func outdated(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        try home.twin(lamp).setValue("Lantern", forKey: "title")
        try home.b.save()
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(lamp.listName == "Work" && lamp.value(forKey: "title") as? String == "Lamp")
        #expect(!lamp.hasChanges)
        lamp.setValue("Torch", forKey: "title")
        #expect(throws: (any Error).self) { try home.a.save() }
        home.a.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try home.a.save()
        #expect(try home.stored(lamp, "title") as? String == "Torch")
    }

    @Test(
        "DER-29d DER-23 an edit of an object that others changed indirectly meets no conflict, and brings their value",
        arguments: Stack.Kind.allCases)
    func computedByOthers(_ kind: Stack.Kind) throws {
        // Without now(), whose triggers tell of each written row.
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.properties.removeAll { $0.name == "touched" }
        }
        let twin = try home.twin(try home.item("Lamp"))
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(twin.listName == "Home")
        twin.setValue("Lantern", forKey: "title")
        try home.b.save()
        #expect(twin.listName == "Work", "nobody merged")
        let reader = home.stack.context()
        #expect(try home.twin(twin, in: reader).listName == "Work", "the row cache")
    }
}

/// Writes down its hooks.
final class HookedItem: NSManagedObject {
    var hooks: [String] = []

    override func awakeFromFetch() {
        super.awakeFromFetch()
        hooks.append("awakeFromFetch")
    }

    override func willSave() {
        super.willSave()
        hooks.append("willSave")
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        hooks.append("willTurnIntoFault")
    }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        hooks.append("awakeFromSnapshotEvents")
    }
}
