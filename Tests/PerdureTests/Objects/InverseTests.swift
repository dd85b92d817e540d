// SPDX-License-Identifier: Apache-2.0
// Inverse maintenance, for every kind of relationship.

import Foundation
import Perdure
import Testing

@Suite("Inverse relationships")
struct InverseTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private func members(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
        object.value(forKey: key) as? Set<NSManagedObject> ?? []
    }

    @Test("OBJ-70 OBJ-71 OBJ-73 moving a to-one takes the object out of one collection and into the other")
    func move() throws {
        let first = try stack.insert("Department", into: context, ["name": "A"])
        let second = try stack.insert("Department", into: context, ["name": "B"])
        let person = try stack.insert("Person", into: context, ["department": first])
        #expect(members(first, "employees") == [person])
        try context.save()
        person.setValue(second, forKey: "department")
        #expect(members(first, "employees").isEmpty && members(second, "employees") == [person])
        #expect(context.updatedObjects == [first, second, person])
        try context.save()
        #expect(try employeeNames() == ["A": 0, "B": 1])
    }

    private func employeeNames() throws -> [String: Int] {
        var result: [String: Int] = [:]
        for department in try stack.all("Department", in: stack.context()) {
            let name = department.value(forKey: "name") as? String ?? ""
            result[name] = members(department, "employees").count
        }
        return result
    }

    @Test("OBJ-71 adding to a collection moves the object there")
    func addToCollection() throws {
        let first = try stack.insert("Department", into: context, ["name": "A"])
        let second = try stack.insert("Department", into: context, ["name": "B"])
        let person = try stack.insert("Person", into: context, ["department": first])
        second.mutableSetValue(forKey: "employees").add(person)
        #expect(person.value(forKey: "department") as? NSManagedObject === second)
        #expect(members(first, "employees").isEmpty)
    }

    @Test("OBJ-72 setting a one-to-one frees both former partners")
    func oneToOne() throws {
        let people = try ["a", "b"].map { try stack.insert("Person", into: context, ["firstName": $0]) }
        let lockers = try [1, 2].map { try stack.insert("Locker", into: context, ["number": $0]) }
        people[0].setValue(lockers[0], forKey: "locker")
        people[1].setValue(lockers[1], forKey: "locker")
        people[0].setValue(lockers[1], forKey: "locker")
        #expect(lockers[0].value(forKey: "owner") == nil && people[1].value(forKey: "locker") == nil)
        #expect(lockers[1].value(forKey: "owner") as? NSManagedObject === people[0])
    }

    @Test("OBJ-70 many-to-many, from either end, through a save")
    func manyToMany() throws {
        let items = try ["x", "y"].map { try stack.insert("Item", into: context, ["title": $0]) }
        let tag = try stack.insert("Tag", into: context, ["name": "t", "items": NSSet(array: items)])
        #expect(members(items[0], "tags") == [tag])
        try context.save()
        items[1].setValue(NSSet(), forKey: "tags")
        #expect(members(tag, "items") == [items[0]])
        try context.save()
        let copy = try #require(try stack.all("Tag", in: stack.context()).first)
        #expect(members(copy, "items").count == 1)
    }

    @Test("OBJ-75 a change at an unread collection is there when it is read")
    func unreadCollection() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        _ = try stack.insert("Person", into: context, ["firstName": "a", "department": department])
        try context.save()
        let other = stack.context()
        let copy = try #require(try stack.all("Department", in: other).first)
        let new = try stack.insert("Person", into: other, ["department": copy])
        #expect(copy.hasFault(forRelationshipNamed: "employees"))
        #expect(members(copy, "employees").count == 2 && members(copy, "employees").contains(new))
        #expect(copy.changedValues().keys.contains("employees"))
    }

    @Test("OBJ-35 OBJ-36 OBJ-37 OBJ-38 relationships of a realized object are faults until they are read")
    func relationshipFaults() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context, ["department": department])
        try context.save()
        let other = stack.context()
        let copy = try #require(try stack.all("Person", in: other).first)
        #expect(copy.hasFault(forRelationshipNamed: "department") && copy.isFault)
        let destination = try #require(copy.value(forKey: "department") as? NSManagedObject)
        #expect(destination.isFault && !copy.isFault)
        #expect(destination.objectIDs(forRelationshipNamed: "employees") == [person.objectID])
        #expect(destination.hasFault(forRelationshipNamed: "employees"))
    }

    @Test("OBJ-37 OBJ-38 asking for faults and IDs makes no objects; reading the members does, as faults")
    func noDestinations() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context, ["department": department])
        try context.save()
        let other = stack.context()
        let copy = try #require(other.object(with: department.objectID) as? TracedObject)
        #expect(copy.hasFault(forRelationshipNamed: "employees") && copy.isFault)
        #expect(copy.objectIDs(forRelationshipNamed: "employees") == [person.objectID])
        #expect(other.registeredObject(for: person.objectID) == nil)
        let member = try #require(members(copy, "employees").first)
        #expect(member.isFault && other.registeredObject(for: person.objectID) === member)
        #expect(!copy.hasFault(forRelationshipNamed: "employees"))
    }

    @Test("OBJ-74 setters in awakeFromFetch do not reach the other end")
    func awakening() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        try context.save()
        let other = stack.context()
        let there = try #require(other.object(with: department.objectID) as? TracedObject)
        other.on("awakeFromFetch") { object in
            if object.entity.name == "Person" { object.setValue(there, forKey: "department") }
        }
        _ = other.object(with: person.objectID).value(forKey: "age")
        #expect(members(there, "employees").isEmpty && !there.hasChanges && !other.hasChanges)
    }

    @Test("OBJ-74 primitive writes maintain nothing")
    func primitives() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        person.setPrimitiveValue(department, forKey: "department")
        #expect(members(department, "employees").isEmpty)
        person.setPrimitiveValue(nil, forKey: "department")
        person.willChangeValue(forKey: "department")
        person.setPrimitiveValue(department, forKey: "department")
        person.didChangeValue(forKey: "department")
        #expect(members(department, "employees") == [person])
    }

    @Test("OBJ-231 OBJ-232 both ends are changed values; adding and removing again is none")
    func changedValues() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        try context.save()
        person.setValue(department, forKey: "department")
        #expect(person.changedValues()["department"] as? NSManagedObject === department)
        #expect((department.changedValues()["employees"] as? NSSet)?.count == 1)
        person.setValue(nil, forKey: "department")
        #expect(person.changedValues().isEmpty && department.changedValues().isEmpty)
    }

    @Test("SAV-16 two new objects may refer to each other")
    func cycle() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let locker = try stack.insert("Locker", into: context, ["number": 1, "owner": person])
        try context.save()
        let copy = try #require(try stack.all("Locker", in: stack.context()).first)
        #expect(copy.objectID == locker.objectID)
        #expect((copy.value(forKey: "owner") as? NSManagedObject)?.objectID == person.objectID)
    }

    @Test("MOD-154 MOD-155 a destination of another entity or context is refused")
    func wrongEntity() throws {
        let person = try stack.insert("Person", into: context)
        let tag = try stack.insert("Tag", into: context)
        #expect(throws: CoreDataException.self) { try person.trySetValue(tag, forKey: "department") }
        let foreign = try stack.insert("Department", into: stack.context(), ["name": "A"])
        #expect(throws: CoreDataException.self) { try person.trySetValue(foreign, forKey: "department") }
        #expect(person.value(forKey: "department") == nil)
    }
}
