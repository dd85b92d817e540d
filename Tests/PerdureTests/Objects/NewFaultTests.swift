// SPDX-License-Identifier: Apache-2.0
// New objects that refresh(_:mergeChanges: false) makes faults.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("New objects as faults") struct NewFaultTests {
    @Test(
        "PRG-32 CTX-105 a refreshed new object is a fault, and has what it was inserted with again",
        arguments: Stack.Kind.allCases)
    func refreshed(_ kind: Stack.Kind) throws {
        let life = try Life(kind)
        life.a.on("awakeFromInsert") { $0.setPrimitiveValue(4, forKey: "q") }
        let new = try #require(life.a.insert("Thing", ["p": 3, "q": 5, "t": 5]) as? TracedObject)
        life.a.processPendingChanges()
        let log = NotificationLog(life.a)
        let trace = life.a.startTrace()
        life.a.refresh(new, mergeChanges: false)
        #expect(new.isFault && new.isInserted && life.a.insertedObjects == [new])
        #expect(trace.take() == ["Thing.willTurnIntoFault", "Thing.didTurnIntoFault"])
        life.a.processPendingChanges()
        #expect(log.take() == ["changed refreshed:1"])
        let statements = try life.stack.statements { new.willAccessValue(forKey: nil) }
        #expect(!new.isFault && statements.isEmpty)
        #expect(new.p == 0 && new.q == 4 && new.value(forKey: "t") == nil)
        #expect(!trace.take().contains { $0.contains("awake") })
        new.set(7, "p")
        try life.a.save()
        // Objects do not keep their context.
        let reader = life.stack.context()
        #expect(try reader.all("Thing").map { $0.p } == [7])
    }

    @Test(
        "PRG-32 a new fault is saved with its first values, and nobody is related to it",
        arguments: Stack.Kind.allCases)
    func saved(_ kind: Stack.Kind) throws {
        let life = try Life(kind)
        let other = try life.saved()
        let new = life.a.insert("Thing", ["p": 3])
        other.setValue(NSSet(object: new), forKey: "parts")
        life.a.refresh(new, mergeChanges: false)
        #expect(other.related("parts").isEmpty && new.isFault)
        try life.a.save()
        #expect(!new.isInserted && new.p == 0 && new.value(forKey: "owner") == nil)
        let reader = life.stack.context()
        let things = try reader.all("Thing")
        #expect(things.count == 2 && things.allSatisfy { $0.p == 0 && $0.related("parts").isEmpty })
    }

    @Test("PRG-32 CTX-4 a new fault is found by its ID")
    func byID() throws {
        let stack = try Stack(.inMemory)
        let context = stack.context()
        let person = context.insert("Person", ["firstName": "Ada"])
        context.refresh(person, mergeChanges: false)
        #expect(try context.existingObject(with: person.objectID) === person && !person.isFault)
    }

    @Test("PRG-32 a new fault can be deleted, rolled back, and found by a fetch")
    func ends() throws {
        let life = try Life(.inMemory)
        let found = life.a.insert("Thing", ["p": 3])
        life.a.refresh(found, mergeChanges: false)
        #expect(try life.a.all("Thing", "p == 0") == [found])
        life.a.refresh(found, mergeChanges: false)
        life.a.delete(found)
        life.a.processPendingChanges()
        #expect(found.managedObjectContext == nil && !life.a.hasChanges)
        let gone = life.a.insert("Thing", ["p": 3])
        life.a.refresh(gone, mergeChanges: false)
        life.a.rollback()
        #expect(gone.managedObjectContext == nil && !life.a.hasChanges)
    }

    @Test(
        "PRG-32 CTX-122 a child sees a new fault of its parent as what it was inserted with",
        arguments: Stack.Kind.allCases)
    func child(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let above = nest.parent.insert("Person", ["firstName": "Ada"])
        let id = above.objectID
        nest.parent.refresh(above, mergeChanges: false)
        #expect(above.isFault)
        let mine = try nest.child.existingObject(with: id)
        nest.parent.refresh(above, mergeChanges: false)
        nest.child.refresh(mine, mergeChanges: false)
        #expect(mine.value(forKey: "age") as? Int == 0 && mine.value(forKey: "firstName") == nil)
        #expect(!mine.isDeleted)
        mine.setValue("Eve", forKey: "firstName")
        try nest.child.save()
        #expect(nest.parent.insertedObjects == [above] && !above.isDeleted)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Eve"])
    }
}
