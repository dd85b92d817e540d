// SPDX-License-Identifier: Apache-2.0
// The kinds of properties.

/// All kinds, in the order in which they read the attributes in front of a property: the last that applies counts.
enum PropertyKinds {
    static let all: [any PropertyKind.Type] = [
        PlainAttribute.self, TransientAttribute.self, TransformedAttribute.self, MergeableSet.self,
        MergeableDictionary.self, DerivedAttribute.self, FetchedProperty.self, Relationship.self,
    ]

    /// The kind of a name in `@_ManagedProperty`; nil for an unknown one.
    static func named(_ name: String) -> (any PropertyKind.Type)? { all.first { $0.name == name } }
}
