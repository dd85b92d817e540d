// SPDX-License-Identifier: Apache-2.0
// A method that validates one property. Apple's systems find such a method by the name validate<Key>. Here macros, generated
// code and PropertyValidating list it. Next: KeyValidators.swift.

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

    /// Makes a validator from a method in Apple's form.
    ///
    /// - Parameter method: the method; it may replace the value through the pointer.
    public init<Root: NSManagedObject>(
        _ method: @escaping @Sendable (Root) -> (AutoreleasingUnsafeMutablePointer<AnyObject?>) throws -> Void
    ) {
        valueType = nil
        check = { object, value in
            if let root = object as? Root { try method(root)(value) }
            return true
        }
    }

    /// Makes a validator from a method that takes the value in its Swift type.
    ///
    /// The validator ignores nil when the type is not optional.
    ///
    /// - Parameter method: the method; it may change the value.
    public init<Root: NSManagedObject, Value>(
        _ method: @escaping @Sendable (Root) -> (inout Value) throws -> Void
    ) {
        valueType = Value.self
        check = { object, pointer in
            guard let root = object as? Root else { return true }
            guard let before = TypedValue<Value>.converted(pointer.pointee) else {
                return pointer.pointee == nil || pointer.pointee is NSNull
            }
            var value = before
            try method(root)(&value)
            if !TransformedValue.areEqual(before, value) { pointer.pointee = Self.object(value) }
            return true
        }
    }

    /// A value in the form of key-value coding.
    private static func object(_ value: Any) -> AnyObject? {
        AnyValue.unwrapped(value).map { (AttributeCoding.plainForm(of: $0) ?? $0) as AnyObject }
    }
}
