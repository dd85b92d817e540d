// SPDX-License-Identifier: Apache-2.0
// What the options of an observation ask for, for each way to set a property.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Options of observations")
struct OptionTests {
    private let log = ChangeLog()

    private func person(_ kind: Stack.Kind) throws -> (Desk, NSManagedObject) {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let person = desk.context.insert("Person", ["firstName": "Ada"])
        try desk.context.save()
        return (desk, person)
    }

    @Test("the words have Apple's values")
    func words() {
        #expect(
            [NSKeyValueObservingOptions.new, .old, .initial, .prior].map(\.rawValue) == [1, 2, 4, 8])
        #expect(
            [NSKeyValueChange.setting, .insertion, .removal, .replacement].map(\.rawValue) == [1, 2, 3, 4])
        #expect(
            [
                NSKeyValueChangeKey.kindKey, .newKey, .oldKey, .indexesKey, .notificationIsPriorKey,
            ].map(\.rawValue) == ["kind", "new", "old", "indexes", "notificationIsPrior"])
    }

    @Test("OBJ-58 TRN-15 setters tell what is asked for, of transients too", arguments: Stack.Kind.allCases)
    func options(_ kind: Stack.Kind) throws {
        let (desk, person) = try person(kind)
        defer { withExtendedLifetime(desk) {} }
        for key in ["firstName", "mood"] {
            person.setValue("a", forKey: key)
            for bits in UInt(0)..<16 {
                let options = NSKeyValueObservingOptions(rawValue: bits)
                let log = ChangeLog()
                try log.watch(person, key, options)
                let old = options.contains(.old) ? " old a" : ""
                let new = options.contains(.new) ? " new b" : ""
                let initial = options.contains(.new) ? " new a" : ""
                #expect(log.take() == (options.contains(.initial) ? ["\(key) setting\(initial)"] : []))
                person.setValue("b", forKey: key)
                let prior = options.contains(.prior) ? ["\(key) setting prior\(old)"] : []
                #expect(log.take() == prior + ["\(key) setting\(old)\(new)"])
                log.observations = []
                person.setValue("a", forKey: key)
                #expect(log.take().isEmpty)
            }
        }
    }

    @Test("TRN-18 OBJ-55 setting an equal value tells too", arguments: Stack.Kind.allCases)
    func equal(_ kind: Stack.Kind) throws {
        let (desk, person) = try person(kind)
        try log.watch(person, "firstName", [.old, .new])
        person.setValue("Ada", forKey: "firstName")
        #expect(log.take() == ["firstName setting old Ada new Ada"])
        #expect(person.hasChanges && person.changedValues().isEmpty)
        try desk.context.save()
        #expect(log.take().isEmpty)
    }

    @Test("OBJ-51 OBJ-58 primitive writes tell nobody, announced ones do; also of an inserted object")
    func primitive() throws {
        let (desk, _) = try person(.inMemory)
        let person = desk.context.insert("Person")
        try log.watch(person, "firstName", [.old, .new])
        person.setPrimitiveValue("a", forKey: "firstName")
        #expect(log.take().isEmpty)
        person.willChangeValue(forKey: "firstName")
        person.setPrimitiveValue("b", forKey: "firstName")
        #expect(log.take().isEmpty)
        person.didChangeValue(forKey: "firstName")
        #expect(log.take() == ["firstName setting old a new b"])
        person.setValue("c", forKeyPath: "firstName")
        #expect(log.take() == ["firstName setting old b new c"])
    }

    @Test("OBJ-56 announcements of several keys nest in any order, and those of one key in each other")
    func nesting() throws {
        let (desk, person) = try person(.inMemory)
        defer { withExtendedLifetime(desk) {} }
        try log.watch(person, "firstName", [.old, .new])
        try log.watch(person, "note", [.old, .new])
        person.willChangeValue(forKey: "firstName")
        person.willChangeValue(forKey: "note")
        person.setPrimitiveValue("n", forKey: "note")
        person.setPrimitiveValue("b", forKey: "firstName")
        person.didChangeValue(forKey: "firstName")
        person.didChangeValue(forKey: "note")
        #expect(log.take() == ["firstName setting old Ada new b", "note setting old nil new n"])
        person.willChangeValue(forKey: "note")
        person.setValue("m", forKey: "note")
        #expect(log.take() == ["note setting old n new m"])
        person.didChangeValue(forKey: "note")
        #expect(log.take() == ["note setting old n new m"])
        person.didChangeValue(forKey: "note")
        #expect(log.take().isEmpty)
    }

    @Test("OBJ-68 OBJ-202 the other end is told within the change", arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        let (desk, person) = try person(kind)
        let department = desk.context.insert("Department", ["name": "Sales"])
        try desk.context.save()
        try log.watch(person, "department", [.prior, .old, .new])
        try log.watch(department, "employees", [.prior, .old, .new])
        person.setValue(department, forKey: "department")
        #expect(
            log.take() == [
                "department setting prior old nil", "employees insertion prior",
                "employees insertion new {Ada}", "department setting old nil new Sales",
            ])
        #expect(desk.context.updatedObjects == [person, department])
        department.setValue(NSSet(), forKey: "employees")
        #expect(
            log.take() == [
                "employees removal prior old {Ada}", "department setting prior old Sales",
                "department setting old Sales new nil", "employees removal old {Ada}",
            ])
    }

    @Test(
        "OBJ-59 registering does not fire a fault, unless the value is asked for at once",
        arguments: Stack.Kind.allCases)
    func faults(_ kind: Stack.Kind) throws {
        let (desk, person) = try person(kind)
        let context = desk.neighbour()
        let twin = context.object(with: person.objectID)
        try log.watch(twin, "firstName", [.old, .new])
        try log.watch(twin, "fullName", [.prior, .initial])
        #expect(twin.isFault && log.take() == ["fullName setting"])
        twin.setValue("Eve", forKey: "firstName")
        #expect(log.take() == ["firstName setting old Ada new Eve"])
        context.refresh(twin, mergeChanges: false)
        #expect(twin.isFault && log.take().isEmpty)
        twin.willChangeValue(forKey: "firstName")
        #expect(!twin.isFault)
        twin.setPrimitiveValue("Zoë", forKey: "firstName")
        twin.didChangeValue(forKey: "firstName")
        #expect(log.take() == ["firstName setting old Ada new Zoë"])
        context.refresh(twin, mergeChanges: false)
        try log.watch(twin, "note", [.initial, .new])
        #expect(!twin.isFault && log.take() == ["note setting new nil"])
    }
}
