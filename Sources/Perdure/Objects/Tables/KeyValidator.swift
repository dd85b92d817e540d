// SPDX-License-Identifier: Apache-2.0
// A method that validates one property. Apple's systems find such a method by the name validate<Key>. Here macros, generated
// code and PropertyValidating list it. KeyValidator+Methods.swift makes it
// from the method. Next: KeyValidators.swift.

import Foundation

/// A custom validator of one key.
///
/// A validator is made from a method of the class, in Apple's form or in a typed form:
///
/// ```swift
/// func validateAge(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws
/// func validateName(_ value: inout String?) throws
///
/// KeyValidator(Person.validateAge)
/// KeyValidator(Person.validateName)
/// ```
///
/// A subclass may override the method. The validator then calls the override.
public struct KeyValidator: Sendable {
    /// Checks a value and may replace it; returns false for a value of a type that the method does not take.
    let check: @Sendable (NSManagedObject, AutoreleasingUnsafeMutablePointer<AnyObject?>) throws -> Bool
    /// The type that the method takes; nil for Apple's form.
    let valueType: Any.Type?
}
