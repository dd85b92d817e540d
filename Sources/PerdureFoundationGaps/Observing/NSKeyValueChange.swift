// SPDX-License-Identifier: Apache-2.0
// The types of key-value observing, which Foundation on Linux lacks: options, kinds of change, and the keys of the change
// dictionary. NSManagedObject+Telling.swift tells observers.

/// What an observer wants to be told, and when.
///
/// ## Compatibility
/// Foundation on Linux has no such type.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after the change: the property is read when the change has happened.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before the change: the property is read when the change is announced.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// A call at once, before the registration returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// A call before each change, besides the one after it.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// How a property changes.
///
/// ## Compatibility
/// Foundation on Linux has no such type.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property has another value.
    case setting = 1
    /// A to-many relationship got members.
    case insertion = 2
    /// A to-many relationship lost members.
    case removal = 3
    /// Members of a to-many relationship replaced others.
    case replacement = 4
}

/// How the members of a to-many relationship change.
///
/// ## Compatibility
/// Foundation on Linux has no such type.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects are added.
    case union = 1
    /// Objects are removed.
    case minus = 2
    /// All but the given objects are removed.
    case intersect = 3
    /// The given objects replace the members.
    case set = 4
}

/// The keys of the dictionary that `observeValue(forKeyPath:of:change:context:)` gets.
///
/// ## Compatibility
/// Foundation on Linux has no such type. The value under `indexesKey` is an `IndexSet`.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// Makes a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind of change: the raw value of an `NSKeyValueChange`, as a number.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The new value, or the added members; NSNull for nil.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The old value, or the removed members; NSNull for nil.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// The indexes of the members in an ordered relationship.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    /// Present and true in calls before the change.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
