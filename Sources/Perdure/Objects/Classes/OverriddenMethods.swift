// SPDX-License-Identifier: Apache-2.0
// Tells whether a class overrides a method, where calling the method would cost more than its work. ClassTables.swift asks once per
// class of managed objects; a context asks about itself.

import CPerdureSymbols

/// Compares the code of a class's methods with that of a base class.
enum OverriddenMethods {
    /// Whether a class or one of its superclasses has a `validateValue(_:forKey:)` of its own.
    ///
    /// The method's parameter is an object, so a call makes an object of each number and text. This costs more than the
    /// rest of the object's save.
    static func hasOwnValidation(_ type: NSManagedObject.Type) -> Bool {
        isOverridden(perdure_validate_value_of, in: type)
    }

    /// Whether a class or one of its superclasses has a `willSave()` or `didSave()` of its own.
    ///
    /// A save looks at all of its objects once more for each of them.
    static func hasSaveHooks(_ type: NSManagedObject.Type) -> Bool {
        isOverridden(perdure_will_save_of, in: type) || isOverridden(perdure_did_save_of, in: type)
    }

    /// Whether a class runs other code for a method than a base class.
    ///
    /// - Parameters:
    ///   - implementation: gives the code of the method for a class.
    ///   - type: the class.
    ///   - base: the class that declares the method.
    /// - Returns: whether it does.
    static func isOverridden(
        _ implementation: (UnsafeRawPointer) -> UnsafeRawPointer, in type: AnyClass,
        of base: AnyClass = NSManagedObject.self
    ) -> Bool {
        // In Swift, a class as a value is the address of its metadata; the runtime function takes this address.
        implementation(unsafeBitCast(type, to: UnsafeRawPointer.self))
            != implementation(unsafeBitCast(base, to: UnsafeRawPointer.self))
    }
}
