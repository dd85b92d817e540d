// SPDX-License-Identifier: Apache-2.0
// The list of the kinds of properties.

/// All kinds, in the order in which they read the markers before a property; the last kind that applies counts.
enum PropertyKinds {
    static let all: [any PropertyKind.Type] = [
        PlainAttributeKind.self, TransientAttributeKind.self, TransformedAttributeKind.self,
        MergeableSetKind.self,
        MergeableDictionaryKind.self, DerivedAttributeKind.self, FetchedPropertyKind.self,
        RelationshipKind.self,
    ]

    /// The kind of a name in `@_ManagedProperty`; nil for an unknown name.
    static func named(_ name: String) -> (any PropertyKind.Type)? { all.first { $0.name == name } }
}
