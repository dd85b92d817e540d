// SPDX-License-Identifier: Apache-2.0
// Tells whether a class of managed objects overrides a method, where calling the method would cost more than its work.
// ClassTables.swift asks once per class.

import CPerdureSymbols

/// Compares the code of a class's methods with that of `NSManagedObject`.
enum OverriddenMethods {
    /// Whether a class or one of its superclasses has a `validateValue(_:forKey:)` of its own.
    ///
    /// The method's parameter is an object, so a call makes an object of each number and text. This costs more than the
    /// rest of the object's save.
    static func hasOwnValidation(_ type: NSManagedObject.Type) -> Bool {
        implementation(of: type) != implementation(of: NSManagedObject.self)
    }

    private static func implementation(of type: AnyClass) -> UnsafeRawPointer {
        // In Swift, a class as a value is the address of its metadata; the runtime function takes this address.
        perdure_validate_value_of(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
}
