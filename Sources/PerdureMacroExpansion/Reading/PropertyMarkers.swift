// SPDX-License-Identifier: Apache-2.0
// Reads the attributes before a property: the markers of this package, and attributes that cannot stand there.

import SwiftSyntax

/// The attributes before a property.
struct PropertyMarkers {
    /// The attributes of this package by name.
    private(set) var markers: [String: AttributeSyntax] = [:]
    /// The first attribute that may be a property wrapper.
    private(set) var wrapper: AttributeSyntax?
    /// Whether only the main actor can use the property.
    private(set) var isIsolated = false

    /// The names of attributes that put a property into the model.
    static let kinds = [
        "Attribute", "Transient", "Mergeable", "Derived", "Relationship", "FetchedProperty",
    ]
    private static let others: Set<String> = [
        "Ignored", "DependsOn", "Cached", "NSManaged", "_ManagedProperty",
    ]
    /// The names of attributes with a capital letter that are no property wrappers.
    private static let harmless: Set<String> = [
        "MainActor", "IBInspectable", "GKInspectable", "Sendable",
    ]

    init(_ attributes: AttributeListSyntax) {
        for case .attribute(let attribute) in attributes {
            let name =
                attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
                ?? attribute.attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
            if name == "MainActor" { isIsolated = true }
            if Self.kinds.contains(name) || Self.others.contains(name) {
                markers[name] = attribute
            } else if name.first?.isUppercase == true, !Self.harmless.contains(name) {
                wrapper = wrapper ?? attribute
            }
        }
    }

    subscript(name: String) -> AttributeSyntax? { markers[name] }

    /// The kinds that the source gives, in the order of `kinds`.
    var given: [String] { Self.kinds.filter { markers[$0] != nil } }

    func arguments(_ name: String) -> MacroArguments { MacroArguments(markers[name]) }

    /// Two kinds that exclude each other.
    var conflict: (first: String, second: String)? {
        let given = given
        for (first, second) in Self.conflicts where given.contains(first) && given.contains(second) {
            return (first, second)
        }
        return nil
    }

    private static let conflicts = [
        ("Attribute", "Relationship"), ("Attribute", "FetchedProperty"), ("Transient", "Derived"),
        ("Derived", "Relationship"), ("Derived", "FetchedProperty"), ("Relationship", "FetchedProperty"),
        ("Transient", "FetchedProperty"), ("Mergeable", "Derived"), ("Mergeable", "Relationship"),
        ("Mergeable", "FetchedProperty"),
    ]
}
