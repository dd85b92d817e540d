// SPDX-License-Identifier: Apache-2.0
// Validators of macro classes: found by their names when the class is compiled.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

enum Grade: String, Sendable { case low, high }

@ManagedObject class Pupil: NSManagedObject {
    var name: String = ""
    var age: Int16?
    var grade: Grade?
    var label: String { name }

    struct Refusal: Error, Equatable { var text: String }

    func validateName(_ value: inout String) throws {
        value = value.trimmingCharacters(in: .whitespaces)
        if value.isEmpty { throw Refusal(text: "no name") }
    }

    private func validateAge(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        if let age = value.pointee as? Int, age > 20 { throw CocoaError(.validationNumberTooLarge) }
    }

    func validateGrade(_ value: inout Grade?) throws { value = value ?? .low }

    func validateLabel(_ value: inout String?) throws { throw Refusal(text: value ?? "nil") }
}

@ManagedObject final class Prefect: Pupil {
    var badge: Int = 0

    override func validateGrade(_ value: inout Grade?) throws { value = .high }

    /// Of a superclass's key.
    func validateAge(_ value: inout Int16?) throws { throw Refusal(text: "age \(value ?? 0)") }
}

@Suite("Validators of macro classes")
struct MacroValidatorTests {
    private func context(_ kind: Stack.Kind) throws -> (Stack, NSManagedObjectContext) {
        let stack = try Stack(kind, NSManagedObjectModel(for: Pupil.self, Prefect.self))
        return (stack, stack.context())
    }

    @Test("OBJ-122 OBJ-123 validators check and replace what accessors show", arguments: Stack.Kind.allCases)
    func pupil(_ kind: Stack.Kind) throws {
        let (stack, context) = try context(kind)
        let pupil = Pupil(context: context)
        pupil.name = " "
        #expect(throws: Pupil.Refusal(text: "no name")) { try context.save() }
        pupil.name = " Ada "
        pupil.age = 21
        #expect(throws: CocoaError(.validationNumberTooLarge)) { try context.save() }
        pupil.age = 7
        try context.save()
        #expect(pupil.name == "Ada" && pupil.grade == .low)
        let other = stack.context()
        let read = try #require(try other.fetch(Pupil.self).first)
        #expect(read.name == "Ada" && read.grade == .low && read.age == 7)
    }

    @Test("OBJ-122 a computed property's validator is asked by key")
    func computed() throws {
        let (_, context) = try context(.inMemory)
        let pupil = Pupil(context: context)
        var value: AnyObject? = "x" as AnyObject
        #expect(throws: Pupil.Refusal(text: "x")) { try pupil.validateValue(&value, forKey: "label") }
    }

    @Test("OBJ-122 subclasses override validators, and have some for inherited keys")
    func prefect() throws {
        let (_, context) = try context(.inMemory)
        let prefect = Prefect(context: context)
        prefect.name = "Eve"
        prefect.age = 30
        #expect(throws: Pupil.Refusal(text: "age 30")) { try context.save() }
        #expect(prefect.grade == .high)
    }
}
