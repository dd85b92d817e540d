// SPDX-License-Identifier: Apache-2.0
// How an extension declares its custom validators. A class without macro and generated code uses it too. Macros and generated
// code use ClassProperties.validators.

import Foundation

/// A class of managed objects that declares which of its methods validate which key.
///
/// ```swift
/// extension Person: PropertyValidating {
///     static var validators: [String: KeyValidator] { ["age": KeyValidator(Person.validateAge)] }
///
///     func validateAge(_ value: inout Int16?) throws {
///         if let age = value, age < 0 { throw CocoaError(.validationNumberTooSmall) }
///     }
/// }
/// ```
///
/// Validators of superclasses stay in force for keys that the class does not declare again.
///
/// ## Compatibility
/// Apple's systems find methods named `validate<Key>(_:)` by their names, which is impossible on Linux. Classes with
/// `@ManagedObject` and generated classes need no declaration: their validators are found when the target is built.
public protocol PropertyValidating: NSManagedObject {
    /// The validators by key.
    static var validators: [String: KeyValidator] { get }
}
