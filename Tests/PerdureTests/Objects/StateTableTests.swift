// SPDX-License-Identifier: Apache-2.0
// The table of an object's flags after each step of its life, on both stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Flags, step by step")
struct StateTableTests {
    /// The flags of the table; nil where the rule leaves one open.
    private struct Flags {
        var inserted = false
        var updated: Bool? = false
        var deleted = false
        var hasChanges = false
        var persistent: Bool? = false
        var changed: [String]? = []
    }

    @Test("OBJ-230 OBJ-20 OBJ-21 OBJ-22 OBJ-25 OBJ-26 a saved object", arguments: Stack.Kind.allCases)
    func savedObject(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context)
        let new = Flags(inserted: true, updated: nil, hasChanges: true, persistent: nil)
        check(person, new)
        person.set("a", "firstName")
        check(
            person,
            Flags(inserted: true, updated: nil, hasChanges: true, persistent: true, changed: ["firstName"]))
        try context.save()
        check(person, Flags())
        person.set(3, "age")
        check(person, Flags(updated: true, hasChanges: true, persistent: true, changed: ["age"]))
        person.set(0, "age")
        check(person, Flags(updated: true, hasChanges: true))
        person.set("x", "mood")
        check(person, Flags(updated: true, hasChanges: true))
        try context.save()
        check(person, Flags())
        context.delete(person)
        let deleted = Flags(updated: nil, deleted: true, hasChanges: true, persistent: nil, changed: nil)
        check(person, deleted)
        context.undoManager = UndoManager()
        context.rollback()
        check(person, Flags())
        context.delete(person)
        context.processPendingChanges()
        context.undo()
        context.processPendingChanges()
        check(person, Flags())
        context.delete(person)
        try context.save()
        check(person, Flags())
        #expect(person.managedObjectContext == nil)
    }

    @Test(
        "OBJ-230 OBJ-151 OBJ-20 new, unregistered, reset and rolled back objects",
        arguments: Stack.Kind.allCases)
    func otherObjects(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        check(TracedObject(entity: try stack.entity("Person"), insertInto: nil), Flags())
        let short = try stack.insert("Person", into: context, ["firstName": "x"])
        context.delete(short)
        context.processPendingChanges()
        let discarded = try stack.insert("Person", into: context, ["firstName": "x"])
        context.rollback()
        let forgotten = try stack.insert("Person", into: context, ["firstName": "x"])
        context.reset()
        for object in [short, discarded, forgotten] {
            check(object, Flags())
            #expect(object.managedObjectContext == nil && !context.hasChanges)
        }
        #expect(discarded.isFault && forgotten.isFault && discarded.value(forKey: "firstName") == nil)
    }

    private func check(_ object: NSManagedObject, _ flags: Flags, at place: SourceLocation = #_sourceLocation)
    {
        #expect(
            object.isInserted == flags.inserted && object.isDeleted == flags.deleted, sourceLocation: place)
        if let updated = flags.updated { #expect(object.isUpdated == updated, sourceLocation: place) }
        #expect(object.hasChanges == flags.hasChanges, sourceLocation: place)
        #expect(object.managedObjectContext?.hasChanges ?? false == flags.hasChanges, sourceLocation: place)
        if let persistent = flags.persistent {
            #expect(object.hasPersistentChangedValues == persistent, sourceLocation: place)
        }
        if let changed = flags.changed {
            #expect(object.changedValues().keys.sorted() == changed, sourceLocation: place)
        }
    }

    @Test(
        "OBJ-43 OBJ-20 a rolled back insertion is a fault, and starts anew when it is inserted again",
        arguments: Stack.Kind.allCases)
    func insertedAgain(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = life.a.insert("Thing", ["p": 3, "t": 5])
        let trace = life.a.startTrace()
        life.a.rollback()
        #expect(trace.take() == ["Thing.willTurnIntoFault", "Thing.didTurnIntoFault"])
        #expect(thing.isFault && thing.p == nil && thing.t == nil && thing.managedObjectContext == nil)
        life.a.insert(thing)
        #expect(thing.isInserted && thing.p == 0 && thing.value(forKey: "preset") as? String == "preset")
        thing.set(4, "p")
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 4)
    }

    @Test(
        "OBJ-78 CTX-202 old values of this event, of properties that differ from them",
        arguments: Stack.Kind.allCases)
    func currentEvent(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let part = life.a.insert("Thing")
        let thing = try life.saved(["p": 1, "q": 1])
        let twin = try life.twin(of: thing, in: life.b)
        let twinPart = try life.twin(of: part, in: life.b)
        twin.set(2, "p")
        twin.set(3, "p")
        twin.set(1, "q")
        twin.set(5, "t")
        twin.mutableSetValue(forKey: "parts").add(twinPart)
        let old = twin.changedValuesForCurrentEvent()
        #expect(old.keys.sorted() == ["p", "parts"] && old["p"] as? Int == 1)
        #expect((old["parts"] as? NSSet)?.count == 0)
        twin.mutableSetValue(forKey: "parts").remove(twinPart)
        twin.set(1, "p")
        #expect(twin.changedValuesForCurrentEvent().isEmpty && twin.isUpdated)
    }

    @Test("OBJ-78 old values are found without a look at those of other objects")
    func manyOldValues() throws {
        let life = try Life(.inMemory)
        let things = (0..<3000).map { life.a.insert("Thing", ["p": $0]) }
        try life.a.save()
        for thing in things { thing.set(-1, "p") }
        for (number, thing) in things.enumerated() {
            let old = thing.changedValuesForCurrentEvent()
            #expect(old["p"] as? Int == number)
            thing.set(number, "q")
            #expect(thing.changedValuesForCurrentEvent().count == (number == 0 ? 1 : 2))
        }
    }
}
