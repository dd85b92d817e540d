// SPDX-License-Identifier: Apache-2.0
// An object's state from the call of delete to its end. Delete rules are in ObjectDeletionTests.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("State of deleted objects")
struct DeletionStateTests {
    @Test(
        "OBJ-150 deleting prepares and marks at once; the row goes with the save",
        arguments: Stack.Kind.allCases)
    func marking(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let trace = context.startTrace()
        context.delete(person)
        #expect(trace.take() == ["Person.prepareForDeletion"])
        #expect(person.isDeleted && person.hasChanges && context.deletedObjects == [person])
        #expect(try stack.all("Person", in: stack.context()).count == 1)
        try context.save()
        #expect(try stack.all("Person", in: stack.context()).isEmpty)
        if let url = stack.stack.url {
            #expect(try RawDatabase(url).value("SELECT count(*) FROM ZPERSON") == "0")
        }
    }

    @Test(
        "OBJ-150 a new object that is deleted and inserted again in one event is new, and is saved",
        arguments: Stack.Kind.allCases)
    func newAgain(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        context.delete(person)
        context.insert(person)
        #expect(person.isInserted && !person.isDeleted)
        try context.save()
        #expect(try stack.all("Person", in: stack.context()).count == 1)
    }

    @Test("OBJ-150 deleting twice is deleting once")
    func twice() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let person = try stack.insert("Person", into: context)
        try context.save()
        context.delete(person)
        context.delete(person)
        #expect(context.deletedObjects.count == 1)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test(
        "OBJ-153 after the save the object is not deleted but without a context",
        arguments: Stack.Kind.allCases)
    func afterSave(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let isGone = { person.managedObjectContext == nil || person.isDeleted }
        #expect(!isGone())
        context.delete(person)
        #expect(isGone() && person.managedObjectContext === context)
        try context.save()
        #expect(isGone() && !person.isDeleted && !person.hasChanges && person.managedObjectContext == nil)
        #expect(context.deletedObjects.isEmpty && context.registeredObject(for: person.objectID) == nil)
        #expect(throws: (any Error).self) { try context.existingObject(with: person.objectID) }
    }

    @Test(
        "OBJ-161 a fault is deleted unread; its relationships with rules are followed",
        arguments: Stack.Kind.allCases)
    func deletedFault(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind, employeesRule: .cascadeDeleteRule)
        let context = stack.context()
        let department = try stack.insert("Department", into: context, ["name": "A"])
        try stack.insert("Person", into: context, ["firstName": "Ada", "department": department])
        let tag = try stack.insert("Tag", into: context, ["name": "t"])
        try context.save()
        let other = stack.context()
        other.delete(other.object(with: department.objectID))
        other.delete(other.object(with: tag.objectID))
        try other.save()
        for entity in ["Person", "Department", "Tag"] {
            #expect(try stack.all(entity, in: stack.context()).isEmpty)
        }
    }
}
