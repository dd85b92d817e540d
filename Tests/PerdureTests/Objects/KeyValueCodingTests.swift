// SPDX-License-Identifier: Apache-2.0
// Properties by name: values of every type, wrong values, unknown keys, collections.

import Foundation
import Perdure
import Testing

@Suite("Key-value coding")
struct KeyValueCodingTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    @Test("MOD-100 OBJ-50 OBJ-51 every type comes back, before and after a save")
    func everyType() throws {
        let key = UUID()
        let values: [String: Any] = [
            "firstName": "Ada", "age": 36, "born": Date(timeIntervalSinceReferenceDate: 0.25),
            "photo": Data([1, 2]), "key": key, "home": try #require(URL(string: "https://example.org/a")),
            "salary": NSDecimalNumber(string: "12.50"), "height": 1.5, "active": true,
            "extra": ["a": [1, 2]] as [String: Any],
        ]
        let person = try stack.insert("Person", into: context, values)
        try check(person, key)
        try context.save()
        try check(#require(try stack.all("Person", in: stack.context()).first), key)
    }

    private func check(_ person: NSManagedObject, _ key: UUID) throws {
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        #expect(person.value(forKey: "age") as? Int16 == 36)
        #expect(person.value(forKey: "age") as? Int == 36)
        #expect((person.value(forKey: "age") as? NSNumber)?.intValue == 36)
        #expect(person.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 0.25))
        #expect(person.value(forKey: "photo") as? Data == Data([1, 2]))
        #expect(person.value(forKey: "key") as? UUID == key)
        #expect((person.value(forKey: "home") as? URL)?.absoluteString == "https://example.org/a")
        #expect(person.value(forKey: "salary") as? NSDecimalNumber == NSDecimalNumber(string: "12.50"))
        #expect(person.value(forKey: "height") as? Double == 1.5)
        #expect(person.value(forKey: "active") as? Bool == true)
        let extra = try #require(person.value(forKey: "extra") as? [String: Any])
        #expect((extra["a"] as? [Any])?.count == 2)
    }

    @Test("MOD-106 MOD-108 OBJ-65 nil stays nil, and may be set")
    func nilValues() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        #expect(person.value(forKey: "height") == nil)
        person.setValue(nil, forKey: "firstName")
        person.setValue(nil, forKey: "age")
        #expect(person.value(forKey: "firstName") == nil && person.value(forKey: "age") == nil)
    }

    @Test(
        "MOD-107 a value of a wrong class is refused by the throwing twin",
        arguments: ["firstName", "age", "born"])
    func wrongClass(key: String) throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let error = #expect(throws: CoreDataException.self) {
            try person.trySetValue(NSNull(), forKey: key)
        }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.contains("property = \"\(key)\"") == true)
        #expect(person.value(forKey: "firstName") as? String == "Ada")
    }

    @Test("OBJ-64 an unknown key is refused by the throwing twins")
    func unknownKey() throws {
        let person = try stack.insert("Person", into: context)
        let error = #expect(throws: CoreDataException.self) { try person.tryValue(forKey: "nonsense") }
        #expect(error?.name == .undefinedKeyException)
        #expect(error?.reason.contains("the entity Person is not key value coding-compliant") == true)
        #expect(throws: CoreDataException.self) { try person.trySetValue(1, forKey: "nonsense") }
    }

    @Test("OBJ-64 a subclass may answer any key")
    func fallback() throws {
        let stack = try PeopleStack(className: "PerdureTests.ExtensibleObject")
        let object = ExtensibleObject(entity: try stack.entity("Tag"), insertInto: stack.context())
        object.setValue("large", forKey: "size")
        #expect(object.value(forKey: "size") as? String == "large")
    }

    @Test("key paths go through to-one relationships")
    func keyPaths() throws {
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        let person = try stack.insert("Person", into: context, ["department": department])
        #expect(person.value(forKeyPath: "department.name") as? String == "Sales")
        person.setValue("Research", forKeyPath: "department.name")
        #expect(department.value(forKey: "name") as? String == "Research")
    }

    @Test("OBJ-66 key paths through to-many relationships give a set of values")
    func toManyKeyPaths() throws {
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        for name in ["Ada", "Eve", "Eve"] {
            _ = try stack.insert("Person", into: context, ["firstName": name, "department": department])
        }
        #expect(department.value(forKeyPath: "employees.firstName") as? Set<String> == ["Ada", "Eve"])
        #expect(department.value(forKeyPath: "employees.@count") as? Int == 3)
        _ = try stack.insert("Person", into: context, ["department": department])
        #expect(department.value(forKeyPath: "employees.firstName") as? Set<String> == ["Ada", "Eve"])
    }

    @Test("OBJ-66 a value that is set through a to-many relationship goes to each member")
    func toManyWrites() throws {
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        let people = try ["Ada", "Eve"].map {
            try stack.insert("Person", into: context, ["firstName": $0, "department": department])
        }
        department.setValue("moved", forKeyPath: "employees.lastName")
        #expect(people.map { $0.value(forKey: "lastName") as? String } == ["moved", "moved"])
    }

    @Test("dictionaries of values, NSNull for nil")
    func dictionaries() throws {
        let person = try stack.insert("Person", into: context)
        person.setValuesForKeys(["firstName": "Ada", "lastName": NSNull()])
        let values = person.dictionaryWithValues(forKeys: ["firstName", "lastName"])
        #expect(values["firstName"] as? String == "Ada" && values["lastName"] is NSNull)
    }

    @Test("OBJ-52 a primitive read does not fire the fault")
    func primitiveRead() throws {
        _ = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let person = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(person.primitiveValue(forKey: "firstName") == nil && person.isFault)
    }

    @Test("OBJ-66 OBJ-67 a mutable set is live, a read one is not")
    func mutableSet() throws {
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        let person = try stack.insert("Person", into: context)
        let before = try #require(department.value(forKey: "employees") as? NSSet)
        let view = department.mutableSetValue(forKey: "employees")
        view.add(person)
        #expect(before.count == 0 && view.count == 1 && view.contains(person))
        #expect(person.value(forKey: "department") as? NSManagedObject === department)
        let members = department.value(forKey: "employees") as? Set<NSManagedObject>
        #expect(members == [person])
        view.removeAllObjects()
        #expect(person.value(forKey: "department") == nil && view.count == 0)
    }

    @Test("OBJ-66 a mutable ordered set keeps and changes the order")
    func mutableOrderedSet() throws {
        let list = try stack.insert("TodoList", into: context, ["name": "Home"])
        let items = try ["a", "b", "c"].map { try stack.insert("Item", into: context, ["title": $0]) }
        let view = list.mutableOrderedSetValue(forKey: "items")
        view.addObjects(from: items)
        view.moveObjects(at: IndexSet(integer: 2), to: 0)
        try context.save()
        let copy = try #require(try stack.all("TodoList", in: stack.context()).first)
        let titles = (copy.value(forKey: "items") as? NSOrderedSet)?.array
            .compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
        #expect(titles == ["c", "a", "b"])
    }
}

/// Keeps values of any key beside its attributes.
class ExtensibleObject: NSManagedObject {
    private var extras: [String: Any] = [:]

    override func value(forUndefinedKey key: String) -> Any? { extras[key] }
    override func setValue(_ value: Any?, forUndefinedKey key: String) { extras[key] = value }
}
