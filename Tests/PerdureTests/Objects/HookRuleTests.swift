// SPDX-License-Identifier: Apache-2.0
// What hooks may do and what they cause. The order of hooks is in TraceTests.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Hooks and snapshots")
struct HookRuleTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    @Test("OBJ-83 OBJ-81 nothing is committed before the first save, and never a transient")
    func committed() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada", "mood": "sad"])
        #expect(person.committedValues(forKeys: nil).isEmpty)
        #expect(person.committedValues(forKeys: ["age", "firstName"]).isEmpty)
        try context.save()
        let values = person.committedValues(forKeys: nil)
        #expect(values["firstName"] as? String == "Ada" && values["age"] as? Int == 0)
        #expect(values["mood"] == nil && values["lastName"] is NSNull)
        #expect(person.committedValues(forKeys: ["mood"]).isEmpty)
    }

    @Test("OBJ-233 the committed value of a to-many is the set of objects as last saved")
    func committedSet() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let ada = try stack.insert("Person", into: context, ["department": department])
        try context.save()
        try stack.insert("Person", into: context, ["department": department])
        ada.setValue(nil, forKey: "department")
        let committed = department.committedValues(forKeys: ["employees"])["employees"]
        #expect(committed as? Set<NSManagedObject> == [ada])
        #expect((department.changedValues()["employees"] as? NSSet)?.contains(ada) == false)
    }

    @Test("OBJ-95 the reasons have Apple's bits")
    func eventTypes() {
        let types: [NSSnapshotEventType] = [
            .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy,
        ]
        #expect(types.map(\.rawValue) == [2, 4, 8, 16, 32, 64])
        #expect(NSSnapshotEventType([.rollback, .refresh]).rawValue == 48)
    }

    @Test("OBJ-99 OBJ-100 stored properties of a class survive faulting and dirty nothing")
    func storedProperties() throws {
        let stack = try PeopleStack(className: "PerdureTests.ExtensibleObject")
        let context = stack.context()
        let tag = ExtensibleObject(entity: try stack.entity("Tag"), insertInto: context)
        try context.save()
        tag.setValue("large", forKey: "size")
        #expect(!tag.hasChanges && !context.hasChanges && tag.changedValues().isEmpty)
        context.refresh(tag, mergeChanges: false)
        #expect(tag.isFault && tag.value(forKey: "size") as? String == "large" && tag.isFault)
    }

    @Test("OBJ-103 primitive writes in didSave leave the object clean")
    func writesInDidSave() throws {
        let person = try stack.insert("Person", into: context)
        context.on("didSave") { $0.setPrimitiveValue("saved", forKey: "mood") }
        try context.save()
        #expect(person.value(forKey: "mood") as? String == "saved")
        #expect(!person.hasChanges && !context.hasChanges)
    }

    @Test("OBJ-113 willSave is called for inserted, updated, deleted and transiently changed objects")
    func willSave() throws {
        let updated = try stack.insert("Person", into: context)
        let deleted = try stack.insert("Tag", into: context)
        let transient = try stack.insert("Card", into: context, ["title": "Ace"])
        let clean = try stack.insert("TodoList", into: context, ["name": "x"])
        try context.save()
        try stack.insert("Locker", into: context)
        updated.setValue(1, forKey: "age")
        context.delete(deleted)
        transient.setValue(false, forKey: "visible")
        let trace = context.startTrace()
        try context.save()
        let asked = trace.take().filter { $0.hasSuffix(".willSave") }.sorted()
        #expect(asked == ["Card.willSave", "Locker.willSave", "Person.willSave", "Tag.willSave"])
        #expect(!clean.hasChanges)
    }

    @Test("OBJ-114 an object that another's willSave changes is asked in the same save, and saved by it")
    func furtherPass() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        try context.save()
        context.on("willSave") { object in
            if object.entity.name == "Person", department.value(forKey: "code") == nil {
                department.setValue("x", forKey: "code")
            }
        }
        person.setValue(1, forKey: "age")
        let trace = context.startTrace()
        try context.save()
        let asked = trace.take().filter { $0.hasSuffix("willSave") }
        #expect(asked == ["Person.willSave", "Department.willSave"])
        let copy = try #require(try stack.all("Department", in: stack.context()).first)
        #expect(copy.value(forKey: "code") as? String == "x" && !context.hasChanges)
    }

    @Test("OBJ-172 filling a cache by a primitive write while reading dirties nothing")
    func cache() throws {
        _ = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let other = stack.context()
        let person = try #require(try stack.all("Person", in: other).first)
        person.willAccessValue(forKey: "mood")
        person.setPrimitiveValue("calm", forKey: "mood")
        person.didAccessValue(forKey: "mood")
        #expect(person.value(forKey: "mood") as? String == "calm")
        #expect(!person.hasChanges && !other.hasChanges && person.changedValues().isEmpty)
    }
}
