// SPDX-License-Identifier: Apache-2.0
// Sets whose changes merge. Counters and values merge as attributes of other kinds. PropertyMerging.swift reads all four.

import PerdureAccessorText

/// An attribute with @Mergeable(.set).
enum MergeableSetKind: PropertyKind {
    static let name = "mergeableSet"

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        property.readMergeable(markers)
        if property.merging?.kind == .set { property.kind = self }
    }

    static func check(_ check: inout PropertyCheck) {
        check.checkMerging()
        check.checkCollection()
    }

    static let obstacleToUniqueness: String? = "mergeable"

    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        .indexOfCollection(key)
    }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.mergeableSet(of: property.type.element)
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.primitiveMergeableSet(of: property.type.element)
    }

    static func declaration(of property: ManagedProperty) -> String {
        collection(property, ["of: \(property.type.element).self"])
    }

    /// The declaration of a set or a dictionary.
    static func collection(_ property: ManagedProperty, _ arguments: [String]) -> String {
        let writer = PropertyDeclarationWriter(
            property: property, leadingOptions: property.isTransient ? [".transient"] : [])
        return writer.call(property.kind.name, arguments)
    }
}
