// SPDX-License-Identifier: Apache-2.0
// Validators of single keys: step 5 of OBJ-122. Those of macros and generated code are in TypedTests and
// GeneratedCodeTests.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Custom validators")
struct ValidatorTests {
    private func desk(_ kind: Stack.Kind = .inMemory, _ className: String = "Customer") throws -> Desk {
        let customer = ModelSamples.entity(
            "Customer",
            [
                ModelSamples.attribute("age", .integer16),
                ModelSamples.attribute("name") { $0.isOptional = false },
                ModelSamples.attribute("code") {
                    $0.setValidationPredicates(
                        [NSPredicate(format: "length < 6")], withValidationWarnings: ["too long a code"])
                },
            ])
        customer.managedObjectClassName = "PerdureTests.\(className)"
        let order = ModelSamples.entity("Order", [ModelSamples.attribute("text")])
        let orders = ModelSamples.relationship("orders", to: order, maxCount: 0)
        let owner = ModelSamples.relationship("owner", to: customer)
        orders.inverseRelationship = owner
        owner.inverseRelationship = orders
        customer.properties.append(orders)
        order.properties.append(owner)
        return try Desk(kind, ModelSamples.model(customer, order))
    }

    private func customer(_ desk: Desk, _ values: [String: Any] = [:]) throws -> Customer {
        try #require(
            desk.context.insert("Customer", values.merging(["name": "Ada"]) { given, _ in given })
                as? Customer)
    }

    @Test("OBJ-122 a typed validator refuses a value at save", arguments: Stack.Kind.allCases)
    func typed(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let customer = try customer(desk, ["age": 12])
        #expect(throws: Customer.TooYoung(age: 12)) { try desk.context.save() }
        #expect(customer.isInserted && customer.value(forKey: "age") as? Int == 12)
        customer.setValue(18, forKey: "age")
        try desk.context.save()
        #expect(try desk.saved("Customer").value(forKey: "age") as? Int == 18)
    }

    @Test(
        "OBJ-123 what a validator puts through the pointer is set on the object",
        arguments: Stack.Kind.allCases)
    func replacement(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let customer = try customer(desk, ["name": " Ada ", "code": "ab"])
        try desk.context.save()
        #expect(customer.value(forKey: "name") as? String == "Ada")
        #expect(customer.value(forKey: "code") as? String == "AB")
        customer.setValue("cd ", forKey: "name")
        try desk.context.save()
        let saved = try desk.saved("Customer")
        #expect(
            saved.value(forKey: "name") as? String == "cd" && saved.value(forKey: "code") as? String == "AB")
        #expect(!customer.hasChanges)
    }

    @Test(
        "OBJ-122 class, presence and predicates come first: a validator is not asked about what they refuse")
    func order() throws {
        let desk = try desk()
        let customer = try customer(desk, ["code": "abcdefgh"])
        customer.setValue(nil, forKey: "name")
        #expect(desk.saveError()?.code == 1560)
        #expect(customer.asked == ["age", "orders"])
        var number: AnyObject? = 5 as AnyObject
        #expect(throws: (any Error).self) { try customer.validateValue(&number, forKey: "name") }
        #expect(customer.asked == ["age", "orders"])
    }

    @Test("OBJ-122 a validator whose type is not optional is not asked about nil")
    func missing() throws {
        let desk = try desk()
        let customer = try customer(desk)
        try desk.context.save()
        #expect(customer.asked == ["age", "name", "orders"])
    }

    @Test("OBJ-122 relationships have validators, and so have keys that the model does not know")
    func otherKeys() throws {
        let desk = try desk()
        let customer = try customer(desk)
        let orders = (1...3).map { _ in desk.context.insert("Order") }
        customer.setValue(Set(orders.prefix(2)), forKey: "orders")
        try desk.context.save()
        customer.setValue(Set(orders), forKey: "orders")
        #expect(desk.saveError()?.code == 1590)
        var label: AnyObject? = "x" as AnyObject
        #expect(throws: CocoaError(.validationStringTooLong)) {
            try customer.validateValue(&label, forKey: "label")
        }
    }

    @Test("OBJ-122 a custom validator asks about a relationship that was not touched since it was read")
    func untouchedRelationship() throws {
        let desk = try desk(.sqlite)
        let customer = try customer(desk)
        try desk.context.save()
        desk.context.refreshAllObjects()
        customer.asked = []
        customer.setValue(20, forKey: "age")
        try desk.context.save()
        #expect(customer.asked == ["age", "name", "orders"])
    }

    @Test("OBJ-122 by hand a validator replaces the caller's value and not the object's")
    func byHand() throws {
        let desk = try desk()
        let customer = try customer(desk)
        var name: AnyObject? = " Eve" as AnyObject
        try customer.validateValue(&name, forKey: "name")
        #expect(name as? String == "Eve" && customer.value(forKey: "name") as? String == "Ada")
        var age: AnyObject? = 3 as AnyObject
        #expect(throws: Customer.TooYoung(age: 3)) { try customer.validateValue(&age, forKey: "age") }
    }

    @Test("OBJ-122 validators of superclasses hold; overrides and nearer declarations replace them")
    func inheritance() throws {
        let desk = try desk(.inMemory, "GoldCustomer")
        let customer = try customer(desk, ["age": 3, "name": "  Ada", "code": "none"])
        try desk.context.save()
        #expect(customer.value(forKey: "name") as? String == "Ada")
        #expect(Set(customer.asked) == ["golden age", "name", "golden code", "orders"])
    }

    @Test("OBJ-122 an override of validateValue comes first and last")
    func override() throws {
        let desk = try desk(.inMemory, "LoudCustomer")
        let customer = try customer(desk, ["name": "free"])
        try desk.context.save()
        #expect(!customer.asked.contains("name"))
        customer.setValue(" eve ", forKey: "name")
        try desk.context.save()
        #expect(customer.value(forKey: "name") as? String == "EVE")
    }

    @Test("OBJ-122 a validator of another type than its property's is an exception that names both")
    func confusion() throws {
        let desk = try desk(.inMemory, "ConfusedCustomer")
        desk.context.insert("Customer", ["name": "Ada"])
        let reason = exceptionReason { try desk.context.save() }
        for part in ["\"name\"", "ConfusedCustomer", "\"Customer\"", "Date", "Ada"] {
            #expect(reason.contains(part), "\(reason)")
        }
    }

    @Test("OBJ-128 an error of a program's own type is the underlying error of its place in the list")
    func ownErrors() throws {
        let desk = try desk()
        for age in [1, 2] { _ = try customer(desk, ["age": age]) }
        let error = try #require(desk.saveError())
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        let own = details.compactMap { $0.userInfo[NSUnderlyingErrorKey] as? Customer.TooYoung }
        #expect(error.code == 1560 && details.count == 2)
        #expect(Set(own.map(\.age)) == [1, 2])
        #expect(details.allSatisfy { $0.localizedDescription.contains("TooYoung") })
    }
}
