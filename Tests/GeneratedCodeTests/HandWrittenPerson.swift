// SPDX-License-Identifier: Apache-2.0
// A class of which only the properties are generated, and accessors that are written by hand.

import CoreData
import Foundation

/// Extended by generated code.
public class Person: NSManagedObject {
    /// Written by hand instead of the generated one (MOD-191).
    public var lastName: String? {
        get {
            willAccessValue(forKey: "lastName")
            defer { didAccessValue(forKey: "lastName") }
            return primitiveLastName?.uppercased()
        }
        set {
            willChangeValue(forKey: "lastName")
            primitiveLastName = newValue
            didChangeValue(forKey: "lastName")
        }
    }
}

extension Person {
    /// Not in the model; key-value coding finds it (TRN-170).
    var fullName: String {
        get { [firstName, lastName].compactMap { $0 }.joined(separator: " ") }
        set {
            let parts = newValue.split(separator: " ").map(String.init)
            (firstName, lastName) = (parts.first, parts.last)
        }
    }

    class func keyPathsForValuesAffectingFullName() -> Set<String> { ["firstName", "lastName"] }

    /// Written by hand as Apple's classes have it; generated code lists it (OBJ-122).
    func validateFirstName(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        guard let name = value.pointee as? String else { return }
        if name.isEmpty { throw CocoaError(.validationStringTooShort) }
        value.pointee = name.trimmingCharacters(in: .whitespaces) as AnyObject
    }
}

extension Movie {
    /// The type of a transient attribute (MOD-194).
    public struct CachedScore: Equatable, Sendable {
        /// The mean.
        public var value: Double
        /// How many there are.
        public var votes: Int
    }

    /// The type of an attribute that holds its raw values (MOD-194).
    public enum Genre: String, Sendable {
        case comedy
        case drama
    }

    /// Written by hand in an extension of a generated class (MOD-192).
    public var title: String? {
        get {
            willAccessValue(forKey: "title")
            defer { didAccessValue(forKey: "title") }
            return primitiveTitle.map { "«\($0)»" }
        }
        set {
            willChangeValue(forKey: "title")
            primitiveTitle = newValue
            didChangeValue(forKey: "title")
        }
    }
}

/// Overrides a generated property.
class SeenActor: Actor {
    override var awards: Int16 {
        get { super.awards + 100 }
        set { super.awards = newValue - 100 }
    }
}
