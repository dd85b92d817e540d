// SPDX-License-Identifier: Apache-2.0
// Makes validators from methods, in Apple's form or a typed one. Part of KeyValidator.swift.

import Foundation
import PerdureFoundationGaps

extension KeyValidator {
    /// Makes a validator from a method in Apple's form.
    ///
    /// - Parameter method: the method; it may replace the value through the pointer.
    public init<Root: NSManagedObject>(
        _ method: @escaping @Sendable (Root) -> (AutoreleasingUnsafeMutablePointer<AnyObject?>) throws -> Void
    ) {
        self.init(
            check: { object, value in
                if let root = object as? Root { try method(root)(value) }
                return true
            }, valueType: nil)
    }

    /// Makes a validator from a method that takes the value in its Swift type.
    ///
    /// The validator ignores nil when the type is not optional.
    ///
    /// - Parameter method: the method; it may change the value.
    public init<Root: NSManagedObject, Value>(
        _ method: @escaping @Sendable (Root) -> (inout Value) throws -> Void
    ) {
        self.init(
            check: { object, pointer in
                guard let root = object as? Root else { return true }
                guard let before = TypedValue<Value>.converted(pointer.pointee) else {
                    return pointer.pointee == nil || pointer.pointee is NSNull
                }
                var value = before
                try method(root)(&value)
                if !TransformedValue.areEqual(before, value) { pointer.pointee = Self.object(value) }
                return true
            }, valueType: Value.self)
    }

    /// A value in the form of key-value coding.
    private static func object(_ value: Any) -> AnyObject? {
        AnyValue.unwrapped(value).map { (AttributeCoding.plainForm(of: $0) ?? $0) as AnyObject }
    }
}
