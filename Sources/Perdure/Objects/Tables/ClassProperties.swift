// SPDX-License-Identifier: Apache-2.0
// The table of one class: what its code says about its properties. Generated code and macros write the table. It is read when
// an entity is bound to its class (Objects/Classes/EntityBinding.swift) and when a key path needs its name.

import Foundation

/// Lets a class be opened as a generic parameter, so that its key paths can be written with it as root.
public protocol _KeyPathRoot: AnyObject {}

/// A class as the root of key paths.
public typealias _KeyPathRootType = any (NSManagedObject & _KeyPathRoot).Type

/// What generated code knows about the properties that one class declares; each superclass has a table of its own.
///
/// On Linux a Swift key path carries no name, and a Swift property cannot be found by its name. This table gives both.
public struct ClassProperties: Sendable {
    /// The class whose code has the table; a subclass without properties of its own uses the table of a superclass.
    public let type: NSManagedObject.Type
    /// The names behind the slot numbers in the class's accessors, those of superclasses first: number k reads `slots[k]`.
    public let slots: [String]
    /// The names of the class's own properties by key path; the root of the key paths is the given subclass.
    public let keyPaths: @Sendable (_KeyPathRootType) -> [AnyKeyPath: String]
    /// Accessors written by hand, by key: key-value coding calls them instead of reading the slot.
    public let accessors: [String: KeyAccessor]
    /// Which key paths a key depends on.
    public let dependentKeys: [String: Set<String>]
    /// Custom validators, by key.
    public let validators: [String: KeyValidator]

    /// Makes the table of a class.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - slots: the names behind slot numbers; empty for a class whose accessors use no numbers.
    ///   - accessors: accessors written by hand.
    ///   - dependentKeys: for a key, the key paths it depends on.
    ///   - validators: the methods that validate a key.
    ///   - keyPaths: the names of the class's own properties by key path.
    public init(
        _ type: NSManagedObject.Type, slots: [String] = [], accessors: [String: KeyAccessor] = [:],
        dependentKeys: [String: Set<String>] = [:], validators: [String: KeyValidator] = [:],
        keyPaths: @escaping @Sendable (_KeyPathRootType) -> [AnyKeyPath: String]
    ) {
        self.type = type
        self.slots = slots
        self.keyPaths = keyPaths
        self.accessors = accessors
        self.dependentKeys = dependentKeys
        self.validators = validators
    }
}

/// A hand-written property, in the form in which key-value coding calls it.
public struct KeyAccessor: Sendable {
    /// Reads the property.
    public let get: @Sendable (NSManagedObject) -> Any?
    /// Sets the property; nil for a read-only property.
    ///
    /// The closure returns false for a value of a wrong type.
    public let set: (@Sendable (NSManagedObject, Any?) -> Bool)?

    /// Makes an accessor.
    ///
    /// - Parameters:
    ///   - get: reads the property.
    ///   - set: sets the property and tells whether the value had the right type; nil for a read-only property.
    public init(
        get: @escaping @Sendable (NSManagedObject) -> Any?,
        set: (@Sendable (NSManagedObject, Any?) -> Bool)? = nil
    ) {
        self.get = get
        self.set = set
    }
}

/// Provides the table of a class that can only be extended: a nested class named `_ClassProperties`, found by its name.
public protocol _ClassPropertiesProvider {
    /// The table.
    static var properties: ClassProperties { get }
}
