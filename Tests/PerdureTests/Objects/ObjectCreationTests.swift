// SPDX-License-Identifier: Apache-2.0
// How objects begin: order of insertion, identity, temporary and permanent IDs.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Creation and identity")
struct ObjectCreationTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    @Test("OBJ-5 awakeFromInsert finds default values, and an object that is registered and inserted")
    func insertionOrder() throws {
        var seen: [String] = []
        context.on("awakeFromInsert") { object in
            let context = object.managedObjectContext
            if object.value(forKey: "age") as? Int == 0 { seen.append("defaults") }
            if context?.registeredObject(for: object.objectID) === object { seen.append("registered") }
            if context?.insertedObjects.contains(object) == true { seen.append("inserted") }
            if object.isInserted, object.objectID.isTemporaryID { seen.append("temporary") }
        }
        try stack.insert("Person", into: context)
        #expect(seen == ["defaults", "registered", "inserted", "temporary"])
    }

    @Test("OBJ-6 OBJ-8 equality is identity, and neither it nor the flags fire a fault")
    func identityOfFaults() throws {
        let id = try savedID()
        let other = stack.context()
        let fault = other.object(with: id)
        #expect(fault == other.object(with: id) && fault.isEqual(other.object(with: id)))
        #expect(fault != stack.context().object(with: id))
        #expect(Set([fault, other.object(with: id)]).count == 1 && fault.hash == other.object(with: id).hash)
        #expect(!fault.isInserted && !fault.isUpdated && !fault.isDeleted && !fault.hasChanges)
        #expect(!fault.hasPersistentChangedValues && fault.faultingState != 0)
        #expect(fault.managedObjectContext === other && fault.entity.name == "Person")
        #expect(fault.objectID == id && fault is TracedObject && !fault.description.isEmpty)
        #expect(fault.isFault)
    }

    private func savedID() throws -> NSManagedObjectID {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        return person.objectID
    }

    @Test("OBJ-15 IDs are replaced before didSave and before the notification; the old one resolves no more")
    func replacedIDs() throws {
        let person = try stack.insert("Person", into: context)
        let temporary = person.objectID
        var steps: [String] = []
        context.on("willSave") { steps.append("willSave \($0.objectID.isTemporaryID)") }
        context.on("didSave") { steps.append("didSave \($0.objectID.isTemporaryID)") }
        // The context posts on the test's own thread.
        nonisolated(unsafe) var posted: Bool?
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { note in
            let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
            posted = inserted?.first?.objectID.isTemporaryID
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(steps == ["willSave true", "didSave false"] && posted == false)
        #expect(context.registeredObject(for: person.objectID) === person)
        #expect(context.registeredObject(for: temporary) == nil)
    }

    @Test("OBJ-22 OBJ-24 OBJ-26 the flags of new and of changed objects can be told apart")
    func flags() throws {
        let person = try stack.insert("Person", into: context)
        #expect(!person.hasPersistentChangedValues)
        context.processPendingChanges()
        person.setValue("Ada", forKey: "firstName")
        #expect(person.isInserted && person.hasPersistentChangedValues)
        #expect(!(person.isUpdated && !person.isInserted))
        try context.save()
        #expect(!person.isUpdated)
        person.setValue("Eve", forKey: "firstName")
        #expect(person.isUpdated && !person.isInserted)
        try context.save()
        #expect(!person.isUpdated)
    }

    @Test("OBJ-28 an object does not keep its context")
    func weakContext() throws {
        let plain = try Stack(.inMemory, FixtureModel.notes())
        let writer = plain.context()
        let note = writer.insert("Note", ["text": "a"])
        try writer.save()
        let id = note.objectID
        var other: NSManagedObjectContext? = plain.context()
        weak let watched = other
        let object = try #require(other?.object(with: id))
        #expect(object.managedObjectContext === other)
        other = nil
        #expect(watched == nil && object.managedObjectContext == nil)
    }

    @Test("OBJ-40 new objects are no faults; their collections are empty")
    func newObjects() throws {
        let department = try stack.insert("Department", into: context)
        #expect(!department.isFault && department.faultingState == 0)
        #expect(!department.hasFault(forRelationshipNamed: "employees"))
        #expect((department.value(forKey: "employees") as? NSSet)?.count == 0)
        let list = try stack.insert("TodoList", into: context)
        #expect((list.value(forKey: "items") as? NSOrderedSet)?.count == 0)
    }
}
