// SPDX-License-Identifier: Apache-2.0
// Classes with validators of their own, declared in each way that needs no macro; for ValidatorTests.

import Foundation
import Perdure

/// Declares its validators in an extension.
class Customer: NSManagedObject {
    struct TooYoung: Error, Equatable { var age: Int16 }

    /// How often each validator was asked.
    var asked: [String] = []

    func validateAge(_ value: inout Int16?) throws {
        asked.append("age")
        if let age = value, age < 18 { throw TooYoung(age: age) }
    }

    func validateName(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        asked.append("name")
        guard let name = value.pointee as? String, name.contains(" ") else { return }
        value.pointee = name.trimmingCharacters(in: .whitespaces) as AnyObject
    }

    func validateCode(_ value: inout String) throws {
        asked.append("code")
        value = value.uppercased()
        if value == "NONE" { throw CocoaError(.validationStringPatternMatching) }
    }

    func validateOrders(_ value: inout Set<NSManagedObject>) throws {
        asked.append("orders")
        guard value.count < 3 else { throw CocoaError(.validationRelationshipExceedsMaximumCount) }
    }

    func validateLabel(_ value: inout String?) throws {
        asked.append("label")
        throw CocoaError(.validationStringTooLong)
    }
}

extension Customer: PropertyValidating {
    static var validators: [String: KeyValidator] {
        [
            "age": KeyValidator(Customer.validateAge), "name": KeyValidator(Customer.validateName),
            "code": KeyValidator(Customer.validateCode), "orders": KeyValidator(Customer.validateOrders),
            "Label": KeyValidator(Customer.validateLabel),
        ]
    }
}

/// Overrides one validator, and replaces another one by a table, as generated code has it.
class GoldCustomer: Customer {
    override func validateAge(_ value: inout Int16?) throws { asked.append("golden age") }

    func validateGoldenCode(_ value: inout String?) throws { asked.append("golden code") }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            GoldCustomer.self, validators: ["code": KeyValidator(GoldCustomer.validateGoldenCode)],
            keyPaths: { _ in [:] })
    }
}

/// Has the first and the last word on its name.
class LoudCustomer: Customer {
    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        if key == "name", value.pointee as? String == "free" { return }
        try super.validateValue(value, forKey: key)
        if key == "name" { value.pointee = (value.pointee as? String)?.uppercased() as AnyObject? }
    }
}

/// Says a type that its property does not have.
class ConfusedCustomer: NSManagedObject, PropertyValidating {
    func validateName(_ value: inout Date?) throws {}

    static var validators: [String: KeyValidator] {
        ["name": KeyValidator(ConfusedCustomer.validateName)]
    }
}
