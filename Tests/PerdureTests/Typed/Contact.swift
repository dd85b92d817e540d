// SPDX-License-Identifier: Apache-2.0
// A class with accessors written by hand, in the form that generated code has; and its model.

import Foundation
import Perdure
import PerdureTestSupport

/// A person with a computed full name.
class Contact: NSManagedObject {
    var employer: Contact? {
        get { _toOne(at: 2, as: Contact.self) }
        set { _setToOne(newValue, at: 2) }
    }
    var employees: Set<Contact> { _members(at: 1, as: Contact.self) }
    var firstName: String? {
        get { _string(at: 3) }
        set { _setString(newValue, at: 3) }
    }
    var lastName: String? {
        get { _string(at: 5) }
        set { _setString(newValue, at: 5) }
    }

    /// Of a modeled property, non-optional.
    var age: Int16 {
        get {
            willAccessValue(forKey: "age")
            defer { didAccessValue(forKey: "age") }
            return (primitiveValue(forKey: "age") as? Int16 ?? 0) + agesRead
        }
        set {
            willChangeValue(forKey: "age")
            setPrimitiveValue(NSNumber(value: newValue), forKey: "age")
            didChangeValue(forKey: "age")
        }
    }
    /// Added by the accessor, so that tests see whether it was called.
    var agesRead: Int16 = 0

    var fullName: String? {
        get {
            willAccessValue(forKey: "fullName")
            defer { didAccessValue(forKey: "fullName") }
            return [firstName, lastName].compactMap(\.self).joined(separator: " ")
        }
        set {
            let words = (newValue ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
            willChangeValue(forKey: "fullName")
            firstName = words.first
            lastName = words.count > 1 ? words.last : nil
            didChangeValue(forKey: "fullName")
        }
    }

    /// Not in the model, read-only.
    var isAdult: Bool { age >= 18 }
    /// Not in the model, non-optional.
    var score = 0
    func getGreeting() -> String { "Hello, \(fullName ?? "")" }
    /// In the model there is "flagged", which this must not hide.
    var isFlagged: Bool { true }

    static let ownAccessors: [String: KeyAccessor] = [
        "age": KeyAccessor(
            get: { ($0 as? Contact)?.age },
            set: { object, value in
                guard let value = value as? Int16 else { return false }
                (object as? Contact)?.age = value
                return true
            }),
        "fullName": KeyAccessor(
            get: { ($0 as? Contact)?.fullName },
            set: { object, value in
                guard value == nil || value is String else { return false }
                (object as? Contact)?.fullName = value as? String
                return true
            }),
        "isAdult": KeyAccessor(get: { ($0 as? Contact)?.isAdult }),
        "isFlagged": KeyAccessor(get: { ($0 as? Contact)?.isFlagged }),
        "getGreeting": KeyAccessor(get: { ($0 as? Contact)?.getGreeting() }),
        "score": KeyAccessor(
            get: { ($0 as? Contact)?.score },
            set: { object, value in
                guard let value = value as? Int else { return false }
                (object as? Contact)?.score = value
                return true
            }),
    ]

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            Contact.self,
            slots: ["age", "employees", "employer", "firstName", "flagged", "lastName", "name"],
            accessors: ownAccessors, dependentKeys: ["fullName": ["firstName", "lastName"]]
        ) { root in
            func names<R: Contact>(_: R.Type) -> [AnyKeyPath: String] {
                [
                    \R.age: "age", \R.employees: "employees", \R.employer: "employer",
                    \R.firstName: "firstName", \R.lastName: "lastName", \R.fullName: "fullName",
                    \R.isAdult: "isAdult",
                ]
            }
            guard let root = root as? any (Contact & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    static func model(_ className: String = "PerdureTests.Contact") -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Contact", className: className, .attribute("firstName"), .attribute("lastName"),
                .attribute("name"), .attribute("flagged", .booleanAttributeType),
                .attribute("age", .integer16AttributeType),
                .toOne("employer", "Contact", inverse: "employees"),
                .toMany("employees", "Contact", inverse: "employer")))
    }
}

/// Overrides an accessor, and declares more dependent keys, in an extension and in an override.
final class FormalContact: Contact {
    override var fullName: String? {
        get { super.fullName.map { "Dr. " + $0 } }
        set { super.fullName = newValue }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            FormalContact.self, slots: Contact._classProperties?.slots ?? [],
            accessors: ["fullName": KeyAccessor(get: { ($0 as? FormalContact)?.fullName })]
        ) { _ in [:] }
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let known = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "isAdult" ? known.union(["age"]) : known
    }
}

extension FormalContact: DependentKeyDeclaring {
    static var dependentKeys: [String: Set<String>] {
        ["fullName": ["flagged"], "getGreeting": ["fullName", "employer.firstName"]]
    }
}
