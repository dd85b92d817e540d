// SPDX-License-Identifier: Apache-2.0
// Deletion and the four delete rules.

import Foundation
import Perdure
import Testing

@Suite("Deletion")
struct ObjectDeletionTests {
    private func department(in stack: PeopleStack, _ context: NSManagedObjectContext) throws
        -> (department: TracedObject, person: TracedObject)
    {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert(
            "Person", into: context, ["firstName": "Ada", "department": department])
        try context.save()
        return (department, person)
    }

    @Test("OBJ-155 OBJ-154 OBJ-152 nullify clears the other end when the event ends")
    func nullify() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let (department, person) = try department(in: stack, context)
        var wasReadable = false
        context.on("prepareForDeletion") { object in
            wasReadable = (object.value(forKey: "employees") as? NSSet)?.count == 1
        }
        context.delete(department)
        #expect(wasReadable && person.value(forKey: "department") as? NSManagedObject === department)
        context.processPendingChanges()
        #expect(person.value(forKey: "department") == nil && person.isUpdated)
        try context.save()
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "department") == nil)
        #expect(try stack.all("Department", in: stack.context()).isEmpty)
    }

    @Test("OBJ-154 without propagation at the end of the event, the save does it")
    func latePropagation() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let (department, person) = try department(in: stack, context)
        context.propagatesDeletesAtEndOfEvent = false
        context.delete(department)
        context.processPendingChanges()
        #expect(person.value(forKey: "department") != nil)
        try context.save()
        #expect(person.value(forKey: "department") == nil && !person.hasChanges)
    }

    @Test("SC-40 OBJ-127 OBJ-157 deny refuses the save, unless all destinations go too")
    func deny() throws {
        let stack = try PeopleStack(employeesRule: .denyDeleteRule)
        let context = stack.context()
        let (department, person) = try department(in: stack, context)
        context.delete(department)
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as NSError?)?.code == 1600)
        #expect(department.isDeleted)
        context.delete(person)
        try context.save()
        #expect(try stack.all("Department", in: stack.context()).isEmpty)
    }

    @Test("SC-40 OBJ-155 cascade deletes the destinations with their source")
    func cascade() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let list = try stack.insert("TodoList", into: context, ["name": "Home"])
        let items = try ["a", "b"].map {
            try stack.insert("Item", into: context, ["title": $0, "list": list])
        }
        try context.save()
        context.delete(list)
        context.processPendingChanges()
        #expect(items.filter(\.isDeleted).count == 2)
        try context.save()
        #expect(try stack.all("Item", in: stack.context()).isEmpty && items[0].managedObjectContext == nil)
    }

    @Test("OBJ-155 noAction leaves the other end as it is")
    func noAction() throws {
        let stack = try PeopleStack(employeesRule: .noActionDeleteRule)
        let context = stack.context()
        let (department, person) = try department(in: stack, context)
        context.delete(department)
        context.processPendingChanges()
        #expect(person.value(forKey: "department") as? NSManagedObject === department && !person.hasChanges)
    }

    @Test("OBJ-160 inserting a deleted object again takes the deletion back")
    func insertAgain() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let (_, person) = try department(in: stack, context)
        context.delete(person)
        context.insert(person)
        #expect(!person.isDeleted && context.deletedObjects.isEmpty)
        try context.save()
        #expect(try stack.all("Person", in: stack.context()).count == 1)
    }

    @Test("OBJ-162 FET-11 a deleted object is found by no fetch of its context")
    func fetchOfDeleted() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let (_, person) = try department(in: stack, context)
        context.delete(person)
        #expect(try stack.all("Person", in: context).isEmpty)
        #expect(try stack.all("Person", in: stack.context()).count == 1)
    }

    @Test("OBJ-159 setting a property of a deleted object has no lasting effect")
    func settingDeleted() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let (_, person) = try department(in: stack, context)
        context.delete(person)
        person.setValue("Eve", forKey: "firstName")
        try context.save()
        #expect(try stack.all("Person", in: stack.context()).isEmpty && !context.hasChanges)
    }
}
