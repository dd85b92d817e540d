// SPDX-License-Identifier: Apache-2.0
// A kind of property adds its own reading, checking and writing to that of all properties. Readers, checks and writers
// ask the property's kind and know no kind by name. PropertyKinds.swift lists the kinds.

import PerdureAccessorText

/// A kind of property, which decides what its accessors call.
protocol PropertyKind: Sendable {
    /// The case of `_ManagedPropertyKind` for this kind.
    static var name: String { get }

    /// Whether the property is an attribute, derived or not.
    static var isAttribute: Bool { get }

    /// Whether the property has a slot in its objects.
    static var hasSlot: Bool { get }

    /// Whether the entry points of the property's own type read and write it.
    static var isPlain: Bool { get }

    /// Reads the kind's options from the markers before a property.
    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty)

    /// Reports the problems of a property of this kind.
    static func check(_ check: inout PropertyCheck)

    /// The kind's name in problems of uniqueness constraints; nil if a constraint can contain the property.
    static var obstacleToUniqueness: String? { get }

    /// The problem of the property as an element of an index; nil for none.
    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem?

    /// The expressions of the property's getter and setter.
    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText

    /// The expressions of the property's primitive getter and setter.
    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText

    /// The type of the property's primitive value.
    static func primitiveType(of property: ManagedProperty) -> String

    /// The lines of each method besides the accessors, without the methods that the class declares itself.
    static func methods(of property: ManagedProperty, at slot: SlotText, declaredNames: Set<String>)
        -> [[String]]

    /// The call that declares the property for the model.
    static func declaration(of property: ManagedProperty) -> String
}

// Most kinds are attributes and implement few of the requirements.
extension PropertyKind {
    static var isAttribute: Bool { true }
    static var hasSlot: Bool { true }
    static var isPlain: Bool { true }
    static var obstacleToUniqueness: String? { nil }

    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        guard isRegion, let plain = property.type.plain else { return nil }
        return [.integer, .number, .date].contains(plain.family) ? nil : .regionIndex(key, plain.name)
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.primitive(as: property.type.text)
    }

    static func primitiveType(of property: ManagedProperty) -> String { property.type.optionalText }

    static func methods(of property: ManagedProperty, at slot: SlotText, declaredNames: Set<String>)
        -> [[String]]
    { [] }
}
