// SPDX-License-Identifier: Apache-2.0
// Validation at save, by its codes.

import Foundation
import Perdure
import Testing

@Suite("Validation")
struct ValidationTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private func saveError() throws -> NSError {
        let error = #expect(throws: (any Error).self) { try context.save() }
        return try #require(error) as NSError
    }

    @Test("OBJ-133 OBJ-120 OBJ-121 a missing mandatory value is 1570 with key and object")
    func missingValue() throws {
        let department = try stack.insert("Department", into: context)
        let error = try saveError()
        #expect(error.domain == NSCocoaErrorDomain && error.code == 1570)
        #expect(error.userInfo["NSValidationErrorKey"] as? String == "name")
        #expect(error.userInfo["NSValidationErrorObject"] as? NSManagedObject === department)
        #expect(error.localizedDescription == "name is a required value.")
    }

    @Test(
        "SC-38 OBJ-124 OBJ-128 OBJ-134 OBJ-135 several errors are 1560 with all of them, and nothing is stored"
    )
    func severalErrors() throws {
        let department = try stack.insert("Department", into: context)
        let item = try stack.insert("Item", into: context)
        let error = try saveError()
        #expect(error.code == 1560 && error.localizedDescription == "Multiple validation errors occurred.")
        let details = try #require(error.userInfo["NSDetailedErrors"] as? [NSError])
        #expect(details.map(\.code) == [1570, 1570])
        #expect(
            Set(details.compactMap { $0.userInfo["NSValidationErrorKey"] as? String }) == ["name", "title"])
        #expect(department.isInserted && item.isInserted)
        #expect(try stack.all("Item", in: stack.context()).isEmpty)
    }

    @Test("OBJ-122 MOD-94 MOD-96 a failed predicate is 1550 with the warning's text")
    func predicate() throws {
        _ = try stack.insert("Card", into: context, ["title": "ab"])
        let error = try saveError()
        #expect(error.code == 1550 && error.localizedDescription == "too short for a title")
        #expect(error.userInfo["NSValidationErrorValue"] as? String == "ab")
    }

    @Test(
        "MOD-109 a number outside its type's range is 1610 or 1620",
        arguments: [(40000, 1610), (-40000, 1620)])
    func range(number: Int, code: Int) throws {
        _ = try stack.insert("Person", into: context, ["age": number])
        #expect(try saveError().code == code)
    }

    @Test("OBJ-131 neither clean objects nor faults are validated")
    func cleanObjects() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        try context.save()
        department.setPrimitiveValue(nil, forKey: "name")
        person.setValue(1, forKey: "age")
        try context.save()
        #expect(!person.hasChanges)
    }

    @Test("OBJ-123 OBJ-125 a subclass replaces values and adds errors")
    func subclass() throws {
        let stack = try PeopleStack(className: "PerdureTests.PickyObject")
        let context = stack.context()
        let person = PickyObject(entity: try stack.entity("Person"), insertInto: context)
        person.setValue("  Ada ", forKey: "firstName")
        try context.save()
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        person.setValue(99, forKey: "age")
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as NSError?)?.code == 1550)
    }

    @Test("OBJ-125 an override adds its errors to those of the properties, flat")
    func combinedErrors() throws {
        let stack = try PeopleStack(className: "PerdureTests.StrictObject")
        let context = stack.context()
        let item = StrictObject(entity: try stack.entity("Item"), insertInto: context)
        item.setValue(nil, forKey: "points")
        let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
        #expect(error?.code == 1560)
        let details = try #require(error?.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(details.map(\.code) == [1570, 1550])
    }

    @Test("OBJ-126 an override that does not call super takes the model's checks away")
    func overriddenChecks() throws {
        let stack = try PeopleStack(className: "PerdureTests.CarelessObject")
        let context = stack.context()
        let item = CarelessObject(entity: try stack.entity("Item"), insertInto: context)
        try context.save()
        #expect(item.value(forKey: "title") == nil && !item.hasChanges)
        item.setValue(1, forKey: "points")
        let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
        #expect(error?.code == 1570)
    }

    @Test("OBJ-129 a mandatory transient without a value is 1570")
    func transients() throws {
        let mood = ModelSamples.attribute("mood", .undefined) {
            $0.isTransient = true
            $0.isOptional = false
        }
        let desk = try Desk(.inMemory, ModelSamples.model(ModelSamples.entity("Cat", [mood])))
        let cat = desk.context.insert("Cat")
        #expect(desk.saveError()?.code == 1570)
        cat.setValue("calm", forKey: "mood")
        #expect(desk.saveError() == nil)
    }

    @Test("OBJ-122 validateValue may be asked by hand")
    func byHand() throws {
        let department = try stack.insert("Department", into: context)
        var value: AnyObject?
        let error = #expect(throws: (any Error).self) {
            try department.validateValue(&value, forKey: "name")
        }
        #expect((error as NSError?)?.code == 1570)
        value = "x" as AnyObject
        try department.validateValue(&value, forKey: "name")
    }
}

/// Has an error of its own beside those of its properties.
class StrictObject: NSManagedObject {
    override func validateForInsert() throws {
        let own = NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError)
        do { try super.validateForInsert() } catch {
            let details = [error as NSError, own]
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
                userInfo: [NSDetailedErrorsKey: details])
        }
        throw own
    }
}

/// Checks nothing when it is inserted.
class CarelessObject: NSManagedObject {
    override func validateForInsert() throws {}
}

/// Trims first names and refuses the age 99.
class PickyObject: NSManagedObject {
    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        try super.validateValue(value, forKey: key)
        if key == "firstName", let name = value.pointee as? String, name.contains(" ") {
            value.pointee = name.trimmingCharacters(in: .whitespaces) as AnyObject
        }
        if key == "age", (value.pointee as? NSNumber)?.intValue == 99 {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError)
        }
    }
}
