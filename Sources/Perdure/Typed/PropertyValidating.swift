// SPDX-License-Identifier: Apache-2.0
// How an extension, or a class without macro and generated code, declares its custom validators; macros and
// generated code have ClassProperties.validators.

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
/// Validators of superclasses stay in force for the keys that are not declared again.
///
/// ## Compatibility
/// Apple's systems find methods named `validate<Key>(_:)` by their names, which Linux cannot. Classes with
/// `@ManagedObject` and generated classes need no declaration: theirs are found when the target is built.
public protocol PropertyValidating: NSManagedObject {
    /// The validators by key.
    static var validators: [String: KeyValidator] { get }
}
