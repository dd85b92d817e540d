// SPDX-License-Identifier: Apache-2.0
// Key-value coding by accessors written by hand.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Hand-written accessors")
struct HandWrittenAccessorTests {
    let desk: Desk
    let contact: Contact

    init() throws {
        desk = try Desk(.inMemory, Contact.model())
        contact = Contact(context: desk.context)
        contact.firstName = "Ada"
        contact.lastName = "Lovelace"
    }

    @Test("OBJ-63 MOD-191 value(forKey:) calls the accessor before it reads the property")
    func accessorFirst() {
        contact.age = 36
        contact.agesRead = 1
        #expect(contact.value(forKey: "age") as? Int == 37)
        #expect(contact.primitiveValue(forKey: "age") as? Int == 36)
        #expect(contact.value(forKey: "firstName") as? String == "Ada")
    }

    @Test("OBJ-63 get<Key>, <key> and is<Key> are found, is<Key> not for a modeled property")
    func forms() {
        contact.age = 40
        #expect(contact.value(forKey: "greeting") as? String == "Hello, Ada Lovelace")
        #expect(contact.value(forKey: "Greeting") as? String == "Hello, Ada Lovelace")
        #expect(contact.value(forKey: "adult") as? Bool == true)
        #expect(contact.value(forKey: "isAdult") as? NSNumber == 1)
        #expect(contact.value(forKey: "flagged") == nil)
        #expect(contact.value(forKey: "isFlagged") as? Bool == true)
    }

    @Test("OBJ-64 without accessor and property the key is undefined")
    func undefined() {
        let error = #expect(throws: CoreDataException.self) { try contact.tryValue(forKey: "height") }
        #expect(error?.name == .undefinedKeyException)
        let unset = #expect(throws: CoreDataException.self) { try contact.trySetValue(1, forKey: "adult") }
        #expect(unset?.name == .undefinedKeyException)
    }

    @Test("OBJ-65 MOD-108 nil for a scalar accessor sets nil, which the accessor reads as 0")
    func nilForScalar() throws {
        contact.setValue(7, forKey: "age")
        #expect(contact.age == 7)
        contact.setValue(nil, forKey: "age")
        #expect(contact.age == 0 && contact.primitiveValue(forKey: "age") == nil)
    }

    @Test("OBJ-65 nil and wrong types for an accessor without a property are refused")
    func refused() {
        contact.setValue(Int64(5), forKey: "score")
        #expect(contact.score == 5)
        for value in [nil, "five"] as [Any?] {
            let error = #expect(throws: CoreDataException.self) {
                try contact.trySetValue(value, forKey: "score")
            }
            #expect(error?.name == .invalidArgumentException)
            #expect(error?.reason.contains("The accessor Contact.score does not take") == true)
        }
        #expect(contact.score == 5)
    }

    @Test("MOD-107 a type that accessor and property refuse is the usual error")
    func wrongType() {
        let error = #expect(throws: CoreDataException.self) {
            try contact.trySetValue("old", forKey: "age")
        }
        #expect(
            error?.reason.contains("Unacceptable type of value for attribute: property = \"age\"") == true)
    }

    @Test("TRN-170 TRN-171 TRN-176 a computed property is read by its key, and fires the fault")
    func computed() throws {
        try desk.context.save()
        desk.context.refresh(contact, mergeChanges: false)
        #expect(contact.isFault)
        #expect(contact.value(forKey: "fullName") as? String == "Ada Lovelace")
        #expect(!contact.isFault)
        #expect(contact.value(forKey: "isAdult") as? Bool == false)
    }

    @Test("TRN-172 its setter is called by its key")
    func computedSetter() {
        contact.setValue("Grace Brewster Hopper", forKey: "fullName")
        #expect(contact.firstName == "Grace" && contact.lastName == "Hopper")
        contact.setValue(nil, forKey: "fullName")
        #expect(contact.firstName == nil && contact.lastName == nil)
    }

    @Test("MOD-191 predicates and sort descriptors in memory use the accessor")
    func inMemory() throws {
        let other = Contact(context: desk.context)
        other.fullName = "Alan Turing"
        contact.employer = other
        let people: NSArray = [contact, other]
        let found = people.filtered(using: NSPredicate(format: "fullName == 'Alan Turing'"))
        #expect(found.count == 1 && found[0] as? Contact === other)
        let led = people.filtered(using: NSPredicate(format: "employer.fullName BEGINSWITH 'Alan'"))
        #expect(led.count == 1 && led[0] as? Contact === contact)
        let sorted = people.sortedArray(using: [NSSortDescriptor(key: "fullName", ascending: false)])
        #expect(sorted.map { ($0 as? Contact)?.lastName } == ["Turing", "Lovelace"])
        #expect(contact.value(forKeyPath: "employer.fullName") as? String == "Alan Turing")
        #expect(other.value(forKeyPath: "employees.fullName") as? Set<String> == ["Ada Lovelace"])
        #expect(
            contact.dictionaryWithValues(forKeys: ["fullName", "lastName"]) as? [String: String]
                == ["fullName": "Ada Lovelace", "lastName": "Lovelace"])
    }

    @Test("MOD-191 a subclass's accessor overrides; what it does not list is inherited")
    func subclass() throws {
        let desk = try Desk(.inMemory, Contact.model("PerdureTests.FormalContact"))
        let contact = FormalContact(context: desk.context)
        contact.setValue("Grace", forKey: "firstName")
        contact.setValue(3, forKey: "score")
        #expect(contact.value(forKey: "fullName") as? String == "Dr. Grace")
        #expect(contact.value(forKey: "greeting") as? String == "Hello, Dr. Grace")
        #expect(contact.value(forKey: "score") as? Int == 3)
    }
}

@Suite("Dependent keys")
struct DependentKeyTests {
    @Test("OBJ-60 TRN-173 the table's declarations are known, for subclasses too")
    func declared() {
        #expect(Contact.keyPathsForValuesAffectingValue(forKey: "fullName") == ["firstName", "lastName"])
        #expect(Contact.keyPathsForValuesAffectingValue(forKey: "firstName") == [])
        #expect(NSManagedObject.keyPathsForValuesAffectingValue(forKey: "fullName") == [])
    }

    @Test("TRN-174 an extension and an override add to them")
    func added() {
        #expect(
            FormalContact.keyPathsForValuesAffectingValue(forKey: "fullName")
                == ["firstName", "lastName", "flagged"])
        #expect(FormalContact.keyPathsForValuesAffectingValue(forKey: "isAdult") == ["age"])
    }

    @Test("OBJ-60 what depends on a key is found through other dependent keys and across relationships")
    func reverse() throws {
        let desk = try Desk(.inMemory, Contact.model("PerdureTests.FormalContact"))
        let contact = FormalContact(context: desk.context)
        #expect(contact.binding.dependents(of: "firstName") == ["fullName", "getGreeting"])
        #expect(contact.binding.dependents(of: "age") == ["isAdult"])
        #expect(contact.binding.dependents(of: "employer") == ["getGreeting"])
        #expect(contact.binding.dependents(of: "name") == [])
        #expect(contact.tables.sources(of: "getGreeting").paths == ["employer.firstName"])
    }

    @Test("OBJ-60 keys that depend on each other depend on each other once")
    func circle() {
        let declared: [String: Set<String>] = ["a": ["b"], "b": ["c", "a"], "c": ["a"]]
        let found = KeyDependencies(keys: ["a", "b", "c"]) { key in
            KeySources(of: key) { declared[$0] ?? [] }
        }
        #expect(found.dependents == ["a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]])
    }

    @Test("OBJ-62 a dependent key is no changed property")
    func notChanged() throws {
        let desk = try Desk(.inMemory, Contact.model())
        let contact = Contact(context: desk.context)
        try desk.context.save()
        contact.firstName = "Ada"
        #expect(Array(contact.changedValues().keys) == ["firstName"])
    }
}
