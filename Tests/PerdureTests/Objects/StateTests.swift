// SPDX-License-Identifier: Apache-2.0
// The flags of an object after each step, and what its snapshot says.

import Foundation
import Perdure
import Testing

@Suite("States, changed and committed values")
struct StateTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private func flags(_ object: NSManagedObject) -> String {
        let flags = [
            object.isInserted ? "ins" : nil, object.isUpdated ? "upd" : nil, object.isDeleted ? "del" : nil,
            object.hasChanges ? "changes" : nil, object.hasPersistentChangedValues ? "persistent" : nil,
        ]
        return flags.compactMap { $0 }.joined(separator: " ")
    }

    @Test("OBJ-230 OBJ-20 OBJ-21 OBJ-25 the state table, step by step")
    func table() throws {
        let person = try stack.insert("Person", into: context)
        #expect(flags(person) == "ins changes" && person.changedValues().isEmpty)
        person.setValue("a", forKey: "firstName")
        #expect(person.isInserted && person.hasPersistentChangedValues)
        #expect(Array(person.changedValues().keys) == ["firstName"])
        try context.save()
        #expect(flags(person).isEmpty && person.changedValues().isEmpty)
        person.setValue(3, forKey: "age")
        #expect(flags(person) == "upd changes persistent")
        person.setValue(0, forKey: "age")
        #expect(flags(person) == "upd changes" && person.changedValues().isEmpty)
        person.setValue("x", forKey: "mood")
        #expect(flags(person) == "upd changes")
        try context.save()
        #expect(flags(person).isEmpty && person.value(forKey: "mood") as? String == "x")
        context.delete(person)
        #expect(person.isDeleted && person.hasChanges && context.deletedObjects == [person])
        try context.save()
        #expect(flags(person).isEmpty)
    }

    @Test("PRG-31 OBJ-151 OBJ-230 a new object that is deleted just goes; until then it is deleted")
    func deletedBeforeSave() throws {
        let person = try stack.insert("Person", into: context)
        context.delete(person)
        #expect(person.isDeleted)
        #expect(context.deletedObjects.isEmpty && context.insertedObjects.isEmpty)
        context.processPendingChanges()
        #expect(flags(person).isEmpty && person.managedObjectContext == nil && !context.hasChanges)
    }

    @Test("OBJ-23 the three sets are disjoint")
    func disjointSets() throws {
        let old = try stack.insert("Person", into: context)
        try context.save()
        let new = try stack.insert("Person", into: context, ["age": 3])
        old.setValue(5, forKey: "age")
        #expect(context.insertedObjects == [new] && context.updatedObjects == [old])
        context.delete(old)
        #expect(context.updatedObjects.isEmpty && context.deletedObjects == [old])
    }

    @Test("OBJ-1 an object without a context is not tracked")
    func unregistered() throws {
        let person = TracedObject(entity: try stack.entity("Person"), insertInto: nil)
        person.setValue("Ada", forKey: "firstName")
        #expect(flags(person).isEmpty && !person.isFault && person.managedObjectContext == nil)
        #expect(
            person.value(forKey: "firstName") as? String == "Ada" && person.value(forKey: "age") as? Int == 0)
        context.insert(person)
        #expect(person.isInserted && person.managedObjectContext === context)
    }

    @Test("OBJ-77 OBJ-78 OBJ-80 OBJ-84 OBJ-234 changed, old and committed values")
    func values() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada", "lastName": "Byron"])
        #expect(person.committedValues(forKeys: ["firstName"]).isEmpty)
        try context.save()
        person.setValue("Eve", forKey: "firstName")
        person.setValue(nil, forKey: "lastName")
        #expect(person.changedValues()["firstName"] as? String == "Eve")
        #expect(person.changedValues()["lastName"] is NSNull)
        #expect(person.changedValuesForCurrentEvent()["firstName"] as? String == "Ada")
        #expect(person.committedValues(forKeys: ["firstName", "age"]).count == 2)
        #expect(person.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Ada")
        context.processPendingChanges()
        #expect(person.changedValuesForCurrentEvent().isEmpty && person.changedValues().count == 2)
        try context.save()
        #expect(person.committedValues(forKeys: nil)["lastName"] is NSNull)
    }

    @Test("PRG-33 OBJ-53 OBJ-82 a primitive write alone is no change; the next tracked one takes it along")
    func primitiveWrite() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        person.setPrimitiveValue("Eve", forKey: "firstName")
        #expect(!person.hasChanges && !context.hasChanges && !person.hasPersistentChangedValues)
        #expect(person.changedValues().isEmpty && person.value(forKey: "firstName") as? String == "Eve")
        #expect(person.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Ada")
        // A save for the sake of another object does not write it.
        _ = try stack.insert("Person", into: context, ["firstName": "Bob"])
        try context.save()
        #expect(
            try stored("firstName", of: person) == "Ada"
                && person.value(forKey: "firstName") as? String == "Eve")
        person.setValue(7, forKey: "age")
        #expect(person.changedValues().keys.sorted() == ["age", "firstName"])
        try context.save()
        #expect(try stored("firstName", of: person) == "Eve" && person.changedValues().isEmpty)
    }

    private func stored(_ key: String, of object: NSManagedObject) throws -> String? {
        let reader = stack.context()
        return try reader.existingObject(with: object.objectID).value(forKey: key) as? String
    }

    @Test("OBJ-54 OBJ-55 OBJ-56 a will/didChange pair dirties without a change, in any nesting")
    func announcedPairs() throws {
        let person = try stack.insert("Person", into: context)
        try context.save()
        person.willChangeValue(forKey: "noSuchKey")
        person.didChangeValue(forKey: "noSuchKey")
        #expect(!person.hasChanges)
        person.willChangeValue(forKey: "firstName")
        person.willChangeValue(forKey: "mood")
        person.didChangeValue(forKey: "firstName")
        person.didChangeValue(forKey: "mood")
        #expect(person.isUpdated && person.changedValues().isEmpty)
    }

    @Test("OBJ-85 setting back leaves no changed value")
    func setBack() throws {
        let person = try stack.insert("Person", into: context, ["age": 1])
        try context.save()
        person.setValue(2, forKey: "age")
        person.setValue(1, forKey: "age")
        #expect(person.changedValues().isEmpty && !person.hasPersistentChangedValues)
    }

    @Test("OBJ-86 OBJ-87 changed values are there in willSave and gone in didSave")
    func changedValuesInHooks() throws {
        let person = try stack.insert("Person", into: context)
        try context.save()
        var counts: [Int] = []
        context.on("willSave") { counts.append($0.changedValues().count) }
        context.on("didSave") { counts.append($0.changedValues().count) }
        person.setValue(2, forKey: "age")
        try context.save()
        #expect(counts == [1, 0])
    }

    @Test("OBJ-93 public setters in awakeFromFetch do not dirty")
    func settersInAwakeFromFetch() throws {
        _ = try stack.insert("Person", into: context)
        try context.save()
        let other = stack.context()
        other.on("awakeFromFetch") { $0.setValue("calm", forKey: "mood") }
        let person = try #require(try stack.all("Person", in: other).first)
        #expect(person.value(forKey: "mood") as? String == "calm")
        #expect(!person.hasChanges && !other.hasChanges)
    }
}
