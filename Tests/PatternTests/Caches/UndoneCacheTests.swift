// SPDX-License-Identifier: Apache-2.0
// Undo and redo with caches: what is shown fits the values that came back.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Undo and caches")
struct UndoneCacheTests {
    @Test(
        "TRN-187 OBJ-172 @Cached follows undo and redo of its sources, and makes no step itself",
        arguments: Stack.Kind.allCases)
    func cached(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Place": CachedPlace.self])
        let place = try stack.saved("Place", ["latitude": 1.0], as: CachedPlace.self)
        stack.a.startUndo()
        stack.a.step { _ = place.coreLocation }
        #expect(stack.a.undoManager?.canUndo == false)
        stack.a.step { place.setValue(2.0, forKey: "latitude") }
        #expect(place.coreLocation.latitude == 2)
        stack.a.undo()
        #expect(place.coreLocation.latitude == 1)
        stack.a.redo()
        #expect(place.coreLocation.latitude == 2)
    }

    @Test(
        "TRN-187 members that undo brings back are other members than those before",
        arguments: Stack.Kind.allCases)
    func members(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": TaggedPerson.self])
        let person = try stack.saved("Person", as: TaggedPerson.self)
        stack.a.startUndo()
        #expect(person.tagCount == 0)
        stack.a.step { person.mutableSetValue(forKey: "tags").add(stack.a.insert("Tag")) }
        #expect(person.tagCount == 1)
        stack.a.undo()
        #expect(person.tagCount == 0)
        stack.a.redo()
        #expect(person.tagCount == 1)
    }

    @Test(
        "OBJ-170 OBJ-171 TRN-188 an age fits its date after undo and redo, of the date and of other keys",
        arguments: Stack.Kind.allCases)
    func age(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, AgingPerson.model)
        let person = try stack.new("Person", as: AgingPerson.self)
        person.bear(on: 10)
        try stack.a.save()
        #expect(person.age == 90)
        stack.a.startUndo()
        stack.a.step { person.bear(on: 20) }
        #expect(person.age == 80)
        stack.a.step { person.setValue("Ada", forKey: "name") }
        stack.a.undo()
        #expect(person.age == 80)
        stack.a.undo()
        #expect(person.age == 90)
        stack.a.redo()
        #expect(person.age == 80)
        stack.a.redo()
        #expect(person.age == 80)
        #expect(person.value(forKey: "name") as? String == "Ada")
    }

    @Test("OBJ-172 TRN-184 filling a transient in a getter is no step", arguments: Stack.Kind.allCases)
    func filling(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .onDemandImmediate)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        red.stack.a.startUndo()
        red.stack.a.step { _ = red.shape.color }
        #expect(red.stack.a.undoManager?.canUndo == false)
        #expect(!red.stack.a.hasChanges)
    }

    @Test("TRN-152 TRN-160 undo is an event: fetched members follow it", arguments: Stack.Kind.allCases)
    func fetchedMembers(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Client": FetchingClient.self])
        let client = try stack.saved("Client", as: FetchingClient.self)
        #expect(client.hosts == [])
        stack.a.startUndo()
        let soon = Date(timeIntervalSinceReferenceDate: 50)
        stack.a.step { stack.a.insert("Domain", ["host": "new", "expires": soon, "owner": client]) }
        #expect(client.hosts == ["new"])
        stack.a.undo()
        stack.a.processPendingChanges()
        #expect(client.hosts == [])
        stack.a.redo()
        stack.a.processPendingChanges()
        #expect(client.hosts == ["new"])
    }

    @Test("TRN-54 a selection is undone and redone", arguments: Stack.Kind.allCases)
    func selection(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let person = try stack.saved("Person")
        stack.a.startUndo()
        stack.a.step { person.setValue("selected", forKey: "mood") }
        stack.a.undo()
        #expect(person.value(forKey: "mood") == nil)
        stack.a.redo()
        #expect(person.value(forKey: "mood") as? String == "selected")
    }

    @Test(
        "TRN-140 a transient relationship is undone and redone, at both ends", arguments: Stack.Kind.allCases)
    func relationship(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, TransientRelationshipTests.model())
        let window = try stack.new("Window")
        let pane = try stack.saved("Pane")
        stack.a.startUndo()
        stack.a.step { pane.setValue(window, forKey: "window") }
        stack.a.undo()
        #expect(pane.value(forKey: "window") == nil)
        #expect((window.value(forKey: "panes") as? NSSet)?.count == 0)
        stack.a.redo()
        #expect(pane.value(forKey: "window") as? NSManagedObject === window)
        #expect((window.value(forKey: "panes") as? NSSet)?.contains(pane) == true)
    }
}

/// Counts its tags, and keeps the count.
final class TaggedPerson: NSManagedObject {
    @Cached("tags", by: { (person: TaggedPerson) in (person.value(forKey: "tags") as? NSSet)?.count ?? 0 })
    var tagCount: Int
}
