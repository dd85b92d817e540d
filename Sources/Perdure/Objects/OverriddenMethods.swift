// SPDX-License-Identifier: Apache-2.0
// Which of its superclass's methods a class of managed objects overrides, where to call the method would cost more than
// what it does. ClassTables.swift asks once per class.

import CSwiftRuntime

/// Compares the code of a class's methods with that of `NSManagedObject`.
enum OverriddenMethods {
    /// Whether a class or one of its superclasses has a `validateValue(_:forKey:)` of its own.
    ///
    /// Its parameter is an object, so a call makes one of each number and text: more than all else that a save does
    /// with the object.
    static func hasOwnValidation(_ type: NSManagedObject.Type) -> Bool {
        implementation(of: type) != implementation(of: NSManagedObject.self)
    }

    private static func implementation(of type: AnyClass) -> UnsafeRawPointer {
        // A class as a value is the address of its metadata, which is what the runtime takes.
        perdure_validate_value_of(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
}
