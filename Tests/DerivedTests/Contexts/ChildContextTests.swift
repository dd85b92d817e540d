// SPDX-License-Identifier: Apache-2.0
// Derived values between a child context and its parent: nothing is computed before the root saves.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values in child contexts") struct ChildContextTests {
    private func child(of context: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        return child
    }

    @Test(
        "DER-22 DER-25 a child's save computes nothing, the root's save does", arguments: Stack.Kind.allCases)
    func levels(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        let child = child(of: home.a)
        let (list, twin) = (try home.twin(home.list, in: child), try home.twin(lamp, in: child))
        list.setValue("Work", forKey: "name")
        child.insert("Item", ["title": "Rug", "todolist": list])
        try child.save()
        #expect(list.count == 1 && twin.listName == "Home")
        #expect(home.list.count == 1 && lamp.listName == "Home" && home.list.name == "Work")
        try home.a.save()
        #expect(home.list.count == 2 && lamp.listName == "Work")
        #expect(twin.listName == "Home")
        child.refresh(twin, mergeChanges: true)
        #expect(twin.listName == "Work")
    }

    @Test(
        "DER-25 a child that merges by itself gets indirectly changed objects", arguments: Stack.Kind.allCases
    )
    func automatic(_ kind: Stack.Kind) async throws {
        let home = try ListHome(kind, ["Lamp"])
        let id = try home.item("Lamp").objectID
        let child = child(of: home.a)
        let before = try await child.perform {
            child.retainsRegisteredObjects = true
            child.automaticallyMergesChangesFromParent = true
            return try child.existingObject(with: id).listName
        }
        #expect(before == "Home")
        let signal = MergeSignal(child)
        let list = home.list.objectID
        let a = home.a
        try await a.perform {
            try a.existingObject(with: list).setValue("Work", forKey: "name")
            try a.save()
        }
        #expect(await signal.next() == [id])
        let after = await child.perform { child.registeredObject(for: id)?.listName }
        #expect(after == "Work")
    }

    @Test(
        "DER-34 DER-22 what a child gives a derived attribute never reaches the parent",
        arguments: Stack.Kind.allCases)
    func assignment(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind)
        let child = child(of: home.a)
        let list = try home.twin(home.list, in: child)
        list.setValue(99, forKey: "count")
        #expect(list.count == 99 && child.hasChanges)
        try child.save()
        #expect(list.count == 0 && !list.hasChanges)
        #expect(home.list.count == 0 && home.list.changedValues().isEmpty)
    }

    @Test(
        "DER-25 a merge takes nothing but derived values over from a parent with unsaved changes",
        arguments: Stack.Kind.allCases)
    func changedParent(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.twin(try home.item("Lamp"))
        let (child, saved) = (child(of: home.b), PostedGroups(home.a))
        let twin = try home.twin(lamp, in: child)
        twin.setValue("Lantern", forKey: "title")
        twin.setValue("Lamp", forKey: "title")
        lamp.setValue("Bulb", forKey: "title")
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        home.b.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        child.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        #expect(twin.listName == "Work" && twin.changedValues().isEmpty)
        #expect(twin.committedValues(forKeys: ["title"])["title"] as? String == "Lamp")
        try child.save()
        #expect(lamp.value(forKey: "title") as? String == "Bulb" && lamp.listName == "Work")
    }

    @Test(
        "DER-31 the value of a new object goes along, or the root could not save it",
        arguments: Stack.Kind.allCases)
    func newObject(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind) { model in
            let entity = model.entitiesByName["TodoList"]
            entity?.attributesByName["count"]?.isOptional = false
            entity?.managedObjectClassName = "DerivedTests.PreparedList"
        }
        let child = child(of: home.a)
        let list = child.insert("TodoList", ["name": "Work"])
        child.insert("Item", ["title": "Desk", "todolist": list])
        try child.save()
        try home.a.save()
        let saved = try #require(try home.a.all("TodoList", "name == 'Work'").first)
        #expect(saved.count == 1)
    }
}
