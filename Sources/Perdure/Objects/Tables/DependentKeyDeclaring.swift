// SPDX-License-Identifier: Apache-2.0
// How an extension declares that keys depend on other keys. A class overrides keyPathsForValuesAffectingValue(forKey:) instead.
// Macros and generated code use ClassProperties.dependentKeys.

import Foundation

/// A class of managed objects that declares in an extension which of its keys depend on other keys.
///
/// ```swift
/// extension Person: DependentKeyDeclaring {
///     static var dependentKeys: [String: Set<String>] { ["fullName": ["firstName", "lastName"]] }
/// }
/// ```
///
/// Observers of `fullName` are told when `firstName` or `lastName` changes. Declarations of superclasses stay in force.
///
/// ## Compatibility
/// Apple's systems find class methods named `keyPathsForValuesAffecting<Key>`, which is impossible on Linux. Swift does not let
/// an extension override `keyPathsForValuesAffectingValue(forKey:)`.
public protocol DependentKeyDeclaring: NSManagedObject {
    /// For a key, the key paths whose values affect it.
    static var dependentKeys: [String: Set<String>] { get }
}
