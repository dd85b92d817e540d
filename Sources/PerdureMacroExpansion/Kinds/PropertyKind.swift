// SPDX-License-Identifier: Apache-2.0
// What a kind of property adds to what all properties have: how it is read, checked and written. Readers, checks and writers
// ask the property's kind and know none by name; PropertyKinds.swift lists them.

import PerdureAccessorText

/// A kind of property, which decides what its accessors call.
protocol PropertyKind: Sendable {
    /// The case of `_ManagedPropertyKind` that stands for it.
    static var name: String { get }

    /// Whether an attribute or a derived attribute.
    static var isAttribute: Bool { get }

    /// Whether it has a slot in its objects.
    static var hasSlot: Bool { get }

    /// Whether entry points of its own type read and write it.
    static var isPlain: Bool { get }

    /// Takes what the attributes in front of a property say about the kind.
    static func take(_ markers: PropertyMarkers, into property: inout ManagedProperty)

    /// Reports what does not fit.
    static func check(_ check: inout PropertyCheck)

    /// What it is called where it cannot be part of a uniqueness constraint; nil where it can.
    static var obstacleToUniqueness: String? { get }

    /// What is wrong with it as an element of an index.
    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem?

    /// The expressions of its getter and setter.
    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText

    /// The expressions of its primitive getter and setter.
    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText

    /// The type of its primitive value.
    static func primitiveType(of property: ManagedProperty) -> String

    /// Methods besides its accessors, each as its lines, without those that the class declares itself.
    static func methods(of property: ManagedProperty, at slot: SlotText, declaredNames: Set<String>)
        -> [[String]]

    /// The call that declares it for the model.
    static func declaration(of property: ManagedProperty) -> String
}

// Most kinds are attributes, and say nothing at most places.
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
