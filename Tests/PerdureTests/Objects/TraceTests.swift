// SPDX-License-Identifier: Apache-2.0
// The logs of hooks that each operation must produce.

import Foundation
import Perdure
import Testing

@Suite("Hooks of an object's life")
struct TraceTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private func savedPerson() throws -> TracedObject {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        return person
    }

    @Test("OBJ-200 inserting wakes the object up once")
    func insertion() throws {
        let trace = context.startTrace()
        _ = try stack.insert("Person", into: context)
        #expect(trace.take() == ["Person.awakeFromInsert"])
    }

    @Test("OBJ-201 a setter announces before and after")
    func setter() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        person.setValue("Eve", forKey: "firstName")
        #expect(trace.take() == ["Person.willChange(firstName)", "Person.didChange(firstName)"])
    }

    @Test("OBJ-202 setting a to-one announces on both ends, and both are dirty")
    func relationshipSetter() throws {
        let person = try savedPerson()
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        try context.save()
        let trace = context.startTrace()
        person.setValue(department, forKey: "department")
        #expect(
            trace.take() == [
                "Person.willChange(department)", "Department.willChange(employees, union, 1)",
                "Department.didChange(employees, union, 1)", "Person.didChange(department)",
            ])
        #expect(context.updatedObjects == [person, department])
    }

    @Test("OBJ-203 saving an insertion")
    func saveOfInsertion() throws {
        _ = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let trace = context.startTrace()
        try context.save()
        #expect(trace.take() == ["Person.willSave", "Person.validateForInsert", "Person.didSave"])
    }

    @Test("OBJ-204 saving a change")
    func saveOfChange() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        let trace = context.startTrace()
        try context.save()
        #expect(trace.take() == ["Person.willSave", "Person.validateForUpdate", "Person.didSave"])
    }

    @Test("OBJ-205 OBJ-116 OBJ-104 deleting and saving; isDeleted is true in willSave and didSave")
    func deletion() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        context.delete(person)
        #expect(trace.take() == ["Person.prepareForDeletion"])
        var flags: [Bool] = []
        context.on("willSave") { flags.append($0.isDeleted) }
        context.on("didSave") { flags.append($0.isDeleted) }
        try context.save()
        #expect(trace.take() == ["Person.willSave", "Person.validateForDelete", "Person.didSave"])
        #expect(flags == [true, true])
        #expect(person.managedObjectContext == nil && !person.isDeleted && !person.hasChanges)
    }

    @Test("OBJ-206 OBJ-102 a save that fails in validation stops there; the next one runs in full")
    func failedSave() throws {
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        try context.save()
        department.setValue(nil, forKey: "name")
        let trace = context.startTrace()
        #expect(throws: (any Error).self) { try context.save() }
        #expect(trace.take() == ["Department.willSave", "Department.validateForUpdate"])
        #expect(department.isUpdated && context.hasChanges)
        department.setValue("Research", forKey: "name")
        _ = trace.take()
        try context.save()
        #expect(
            trace.take() == ["Department.willSave", "Department.validateForUpdate", "Department.didSave"])
    }

    @Test("OBJ-207 OBJ-94 a fetched fault wakes up when it is read")
    func firing() throws {
        _ = try savedPerson()
        let other = stack.context()
        let trace = other.startTrace()
        let person = try #require(try stack.all("Person", in: other).first)
        #expect(person.isFault && trace.take().isEmpty)
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        #expect(trace.take() == ["Person.awakeFromFetch"])
    }

    @Test("OBJ-208 OBJ-209 OBJ-45 refreshing without merging makes a fault, once")
    func refreshing() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        context.refresh(person, mergeChanges: false)
        #expect(trace.take() == ["Person.willTurnIntoFault", "Person.didTurnIntoFault"])
        context.refresh(person, mergeChanges: false)
        context.refresh(person, mergeChanges: true)
        #expect(trace.take().isEmpty)
        _ = person.value(forKey: "age")
        #expect(trace.take() == ["Person.awakeFromFetch"])
    }

    @Test("PRG-44 OBJ-210 TRN-30 TRN-40 TRN-43 refreshing with merging, in its order")
    func mergingRefresh() throws {
        let card = try stack.insert("Card", into: context, ["title": "Ace"])
        try context.save()
        let trace = context.startTrace()
        context.refresh(card, mergeChanges: true)
        #expect(
            trace.take() == [
                "Card.willChange(title)", "Card.willChange(visible)", "Card.willTurnIntoFault",
                "Card.didTurnIntoFault", "Card.awakeFromFetch", "Card.awake(32)", "Card.didChange(title)",
                "Card.didChange(visible)",
            ])
    }

    @Test("OBJ-214 rolling back a change")
    func rollback() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        let trace = context.startTrace()
        context.rollback()
        #expect(
            trace.take() == [
                "Person.willChange(firstName)", "Person.awake(16)", "Person.didChange(firstName)",
            ])
    }

    @Test("OBJ-215 CTX-84 resetting leaves no context, and reads as nil")
    func reset() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        context.reset()
        #expect(trace.take() == ["Person.willTurnIntoFault", "Person.didTurnIntoFault"])
        #expect(person.managedObjectContext == nil && person.isFault)
        #expect(person.value(forKey: "firstName") == nil)
    }

    @Test("OBJ-216 OBJ-110 a setter in willSave asks the object again")
    func setterInWillSave() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        let trace = context.startTrace()
        context.on("willSave") { object in
            if object.value(forKey: "lastName") == nil { object.setValue("Byron", forKey: "lastName") }
        }
        try context.save()
        #expect(
            trace.take() == [
                "Person.willSave", "Person.willChange(lastName)", "Person.didChange(lastName)",
                "Person.willSave", "Person.validateForUpdate", "Person.didSave",
            ])
    }

    @Test("OBJ-217 OBJ-111 OBJ-115 a primitive write in willSave is stored by the same save")
    func primitiveInWillSave() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        let trace = context.startTrace()
        context.on("willSave") { $0.setPrimitiveValue("Byron", forKey: "lastName") }
        try context.save()
        #expect(trace.take() == ["Person.willSave", "Person.validateForUpdate", "Person.didSave"])
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "lastName") as? String == "Byron")
    }

    @Test("OBJ-218 OBJ-156 cascaded objects are prepared when the event ends")
    func cascade() throws {
        let list = try stack.insert("TodoList", into: context, ["name": "Home"])
        for title in ["a", "b"] {
            _ = try stack.insert("Item", into: context, ["title": title, "list": list])
        }
        try context.save()
        let trace = context.startTrace()
        context.delete(list)
        #expect(trace.take() == ["TodoList.prepareForDeletion"])
        context.processPendingChanges()
        #expect(trace.take().filter { $0 == "Item.prepareForDeletion" }.count == 2)
        #expect(context.deletedObjects.count == 3)
    }

    @Test("OBJ-112 a willSave that never rests ends the save, and nothing is stored")
    func endlessSave() throws {
        let person = try savedPerson()
        context.on("willSave") { $0.setValue(UUID().uuidString, forKey: "lastName") }
        person.setValue("Eve", forKey: "firstName")
        #expect(throws: CoreDataException.self) { try context.save() }
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "firstName") as? String == "Ada")
    }
}
