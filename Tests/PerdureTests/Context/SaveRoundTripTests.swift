// SPDX-License-Identifier: Apache-2.0
// What a context saves, a fresh context of a fresh coordinator reads: on every kind of store.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Saving and reading again")
struct SaveRoundTripTests {
    private func members(_ object: NSManagedObject, _ key: String, by name: String) -> [String] {
        let members = object.value(forKey: key)
        let list = (members as? NSOrderedSet)?.array ?? (members as? NSSet)?.allObjects ?? []
        let names = list.compactMap { ($0 as? NSManagedObject)?.value(forKey: name) as? String }
        return members is NSOrderedSet ? names : names.sorted()
    }

    @Test("MOD-100 OBJ-84 every type of attribute", arguments: Stack.Kind.allCases)
    func attributes(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let born = Date(timeIntervalSinceReferenceDate: 1234.5678)
        let person = try stack.insert(
            "Person", into: context,
            [
                "firstName": "Ada \u{1F600}", "age": -5, "born": born, "photo": Data([0, 255]), "height": 0.1,
                "active": false, "salary": NSDecimalNumber(string: "-0.01"), "extra": [1, "two"] as [Any],
            ])
        try context.save()
        #expect(person.changedValues().isEmpty && !person.hasChanges)
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "firstName") as? String == "Ada \u{1F600}")
        #expect(copy.value(forKey: "age") as? Int == -5 && copy.value(forKey: "born") as? Date == born)
        #expect(copy.value(forKey: "photo") as? Data == Data([0, 255]))
        #expect(
            copy.value(forKey: "height") as? Double == 0.1 && copy.value(forKey: "active") as? Bool == false)
        #expect(copy.value(forKey: "salary") as? NSDecimalNumber == NSDecimalNumber(string: "-0.01"))
        #expect((copy.value(forKey: "extra") as? [Any])?.last as? String == "two")
        #expect(copy.value(forKey: "key") == nil && copy.value(forKey: "lastName") == nil)
    }

    @Test("OBJ-71 changes of every kind of relationship", arguments: Stack.Kind.allCases)
    func relationships(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let list = try stack.insert("TodoList", into: context, ["name": "Home"])
        let items = try ["a", "b", "c"].map { try stack.insert("Item", into: context, ["title": $0]) }
        let tags = try ["x", "y"].map { try stack.insert("Tag", into: context, ["name": $0]) }
        list.setValue(NSOrderedSet(array: items), forKey: "items")
        items[0].setValue(Set(tags), forKey: "tags")
        try context.save()
        let view = list.mutableOrderedSetValue(forKey: "items")
        view.moveObjects(at: IndexSet(integer: 2), to: 0)
        view.removeObject(at: 1)
        tags[1].mutableSetValue(forKey: "items").remove(items[0])
        tags[1].mutableSetValue(forKey: "items").add(items[2])
        try context.save()
        let other = stack.context()
        let copy = try #require(try stack.all("TodoList", in: other).first)
        #expect(members(copy, "items", by: "title") == ["c", "b"])
        let found = try stack.all("Item", in: other)
        #expect(found.map { members($0, "tags", by: "name") } == [["x"], [], ["y"]])
        #expect(found[0].value(forKey: "list") == nil)
    }

    @Test("OBJ-155 OBJ-161 deleting with all rules, from faults", arguments: Stack.Kind.allCases)
    func deletion(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let list = try stack.insert("TodoList", into: context, ["name": "Home"])
        let tag = try stack.insert("Tag", into: context, ["name": "x"])
        for title in ["a", "b"] {
            try stack.insert("Item", into: context, ["title": title, "list": list, "tags": Set([tag])])
        }
        try context.save()
        let other = stack.context()
        other.delete(other.object(with: list.objectID))
        try other.save()
        let last = stack.context()
        #expect(try stack.all("Item", in: last).isEmpty && stack.all("TodoList", in: last).isEmpty)
        let left = try #require(try stack.all("Tag", in: last).first)
        #expect(members(left, "items", by: "title").isEmpty)
    }

    @Test(
        "SAV-30 OBJ-102 a failed save changes nothing, and the next one writes all",
        arguments: Stack.Kind.allCases)
    func failedSave(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let department = try stack.insert("Department", into: context)
        let person = try stack.insert(
            "Person", into: context, ["firstName": "Ada", "department": department])
        #expect(throws: (any Error).self) { try context.save() }
        #expect(person.isInserted && department.isInserted && context.insertedObjects.count == 2)
        department.setValue("A", forKey: "name")
        try context.save()
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKeyPath: "department.name") as? String == "A")
    }

    @Test(
        "SAV-43 a conflict under the error policy fails with 133020, refreshing settles it",
        arguments: Stack.Kind.allCases)
    func conflict(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let other = stack.context()
        try #require(try stack.all("Person", in: other).first).setValue(7, forKey: "age")
        try other.save()
        person.setValue("Eve", forKey: "firstName")
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as NSError?)?.code == 133020 && person.isUpdated)
        context.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "age") as? Int == 7)
        try context.save()
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "firstName") as? String == "Eve" && copy.value(forKey: "age") as? Int == 7)
    }

    @Test("CTX-163 detectConflicts lets an unchanged object fail the save", arguments: Stack.Kind.allCases)
    func lockedObject(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let changed = try stack.insert("Person", into: context, ["firstName": "Bob"])
        try context.save()
        _ = person.value(forKey: "age")
        let other = stack.context()
        try #require(try stack.all("Person", in: other).first).setValue(7, forKey: "age")
        try other.save()
        changed.setValue(1, forKey: "age")
        context.detectConflicts(for: person)
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as NSError?)?.code == 133020)
    }

    @Test("CTX-163 detectConflicts counts for one save", arguments: Stack.Kind.allCases)
    func lockedOnce(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let changed = try stack.insert("Person", into: context, ["firstName": "Bob"])
        try context.save()
        _ = person.value(forKey: "age")
        context.detectConflicts(for: person)
        changed.setValue(1, forKey: "age")
        try context.save()
        let other = stack.context()
        try #require(try stack.all("Person", in: other).first).setValue(7, forKey: "age")
        try other.save()
        changed.setValue(2, forKey: "age")
        try context.save()
    }

    @Test("CTX-7 5000 objects in one save", arguments: Stack.Kind.allCases)
    func manyObjects(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        for number in 0..<5000 { try stack.insert("Locker", into: context, ["number": number]) }
        try context.save()
        #expect(!context.hasChanges && context.registeredObjects.isEmpty)
        let all = try stack.all("Locker", in: stack.context())
        #expect(all.count == 5000 && all.last?.value(forKey: "number") as? Int == 4999)
    }
}
