// SPDX-License-Identifier: Apache-2.0
// Faults: what fires them, in which order, where the values come from, and what makes them again.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Faults")
struct FaultFiringTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
        let department = try stack.insert("Department", into: context, ["name": "A"])
        try stack.insert(
            "Person", into: context, ["firstName": "Ada", "age": 36, "department": department])
        try context.save()
    }

    private func fault(_ context: NSManagedObjectContext, _ entity: String = "Person") throws -> TracedObject
    {
        let object = try #require(try stack.all(entity, in: context).first)
        #expect(object.isFault)
        return object
    }

    @Test("OBJ-30 OBJ-31 OBJ-27 every way of reading fires", arguments: 0..<5)
    func firing(way: Int) throws {
        let person = try fault(stack.context())
        #expect(person.faultingState != 0)
        switch way {
        case 0: #expect(person.value(forKey: "firstName") as? String == "Ada")
        case 1: person.willAccessValue(forKey: "firstName")
        case 2: person.willAccessValue(forKey: nil)
        case 3: #expect(person.value(forKeyPath: "department.name") as? String == "A")
        default: #expect(person["age"] as? Int == 36)
        }
        #expect(!person.isFault && person.faultingState == 0)
        #expect(person.primitiveValue(forKey: "firstName") as? String == "Ada")
    }

    @Test("OBJ-33 values, snapshot, isFault false, then awakeFromFetch")
    func firingOrder() throws {
        let other = stack.context()
        var seen: [String] = []
        other.on("awakeFromFetch") { object in
            seen.append("\(object.isFault)")
            seen.append(object.primitiveValue(forKey: "firstName") as? String ?? "nil")
            seen.append(object.committedValues(forKeys: ["firstName"])["firstName"] as? String ?? "nil")
        }
        _ = try fault(other).value(forKey: "age")
        #expect(seen == ["false", "Ada", "Ada"])
    }

    @Test("OBJ-32 firing tells the object nothing but awakeFromFetch, and the context nothing")
    func quietFiring() throws {
        let other = stack.context()
        let person = try fault(other)
        let trace = other.startTrace()
        let log = NotificationLog(other)
        _ = person.value(forKey: "age")
        _ = person.value(forKey: "firstName")
        other.processPendingChanges()
        #expect(trace.take() == ["Person.awakeFromFetch"] && log.take().isEmpty && !other.hasChanges)
    }

    @Test("OBJ-32 OBJ-39 a fault's values may be cached: firing reads the cache, not the file")
    func rowCache() throws {
        let stack = try PeopleStack(.sqlite)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        context.refresh(person, mergeChanges: false)
        #expect(person.isFault)
        let file = try #require(stack.stack.url)
        try RawDatabase(file, isReadOnly: false).rows("UPDATE ZPERSON SET ZFIRSTNAME = 'Eve'")
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        context.refresh(person, mergeChanges: false)
        context.stalenessInterval = 0
        #expect(person.value(forKey: "firstName") as? String == "Eve")
    }

    @Test("OBJ-34 writing a property of a fault fires it first: the old value is known")
    func writing() throws {
        let other = stack.context()
        let person = try fault(other)
        let trace = other.startTrace()
        person.setValue("Eve", forKey: "firstName")
        #expect(
            trace.take() == [
                "Person.awakeFromFetch", "Person.willChange(firstName)", "Person.didChange(firstName)",
            ])
        #expect(person.changedValuesForCurrentEvent()["firstName"] as? String == "Ada")
        #expect(person.changedValues().count == 1 && person.value(forKey: "age") as? Int == 36)
    }

    @Test("OBJ-34 OBJ-75 setting a relationship of a fault fires it and reaches the other end")
    func writingRelationship() throws {
        let other = stack.context()
        let person = try fault(other)
        let department = try #require(try stack.all("Department", in: other).first)
        person.setValue(nil, forKey: "department")
        #expect(!person.isFault)
        #expect((department.value(forKey: "employees") as? NSSet)?.count == 0 && department.isUpdated)
        try other.save()
        #expect(try fault(stack.context()).value(forKey: "department") == nil)
    }

    @Test("OBJ-43 what makes faults", arguments: 0..<4)
    func causes(cause: Int) throws {
        let context = stack.context()
        let person = try fault(context)
        _ = person.value(forKey: "age")
        person.setPrimitiveValue("sad", forKey: "mood")
        let trace = context.startTrace()
        switch cause {
        case 0: context.refresh(person, mergeChanges: false)
        case 1: context.refreshAllObjects()
        case 2: context.reset()
        default: context.refresh(person, mergeChanges: true)
        }
        let lines = trace.take().filter { $0.hasPrefix("Person") && $0.contains("TurnIntoFault") }
        #expect(lines == ["Person.willTurnIntoFault", "Person.didTurnIntoFault"])
        #expect(person.isFault == (cause < 3))
    }

    @Test("OBJ-42 OBJ-44 values are readable in willTurnIntoFault, and the transient ones are gone after it")
    func turning() throws {
        let context = stack.context()
        let person = try fault(context)
        person.setValue("sad", forKey: "mood")
        try context.save()
        var seen: [String?] = []
        context.on("willTurnIntoFault") { seen.append($0.value(forKey: "mood") as? String) }
        context.on("didTurnIntoFault") { seen.append($0.primitiveValue(forKey: "mood") as? String) }
        context.refresh(person, mergeChanges: false)
        #expect(seen == ["sad", nil])
        #expect(person.value(forKey: "mood") == nil && person.value(forKey: "firstName") as? String == "Ada")
    }

    @Test("OBJ-43 rolling back an insertion detaches the object")
    func rollback() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Eve"])
        context.rollback()
        #expect(person.managedObjectContext == nil && !person.isInserted && !person.hasChanges)
    }

    @Test("OBJ-46 a fault lets go of the objects it led to")
    func releasedDestinations() throws {
        let other = stack.context()
        let department = try fault(other, "Department")
        weak let member = (department.value(forKey: "employees") as? NSSet)?.anyObject() as? NSManagedObject
        #expect(member != nil)
        other.refresh(department, mergeChanges: false)
        #expect(member == nil)
    }

    @Test("OBJ-20 a fault, a realized object and one of a reset context, by their flags")
    func states() throws {
        let other = stack.context()
        let person = try fault(other)
        #expect(!person.hasChanges && person.managedObjectContext === other)
        _ = person.value(forKey: "age")
        #expect(!person.hasChanges && !person.isFault)
        other.reset()
        #expect(person.isFault && !person.hasChanges && person.managedObjectContext == nil)
    }
}
