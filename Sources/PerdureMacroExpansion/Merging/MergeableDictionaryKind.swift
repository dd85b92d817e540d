// SPDX-License-Identifier: Apache-2.0
// Dictionaries whose changes merge.

import PerdureAccessorText

/// An attribute with @Mergeable(.dictionary).
enum MergeableDictionaryKind: PropertyKind {
    static let name = "mergeableDictionary"

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        if property.merging?.kind == .dictionary { property.kind = self }
    }

    static func check(_ check: inout PropertyCheck) { MergeableSetKind.check(&check) }

    static let obstacleToUniqueness: String? = "mergeable"

    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        .indexOfCollection(key)
    }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.mergeableDictionary(of: property.type.element)
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.primitiveTransformed(as: property.type.text)
    }

    static func declaration(of property: ManagedProperty) -> String {
        MergeableSetKind.collection(property, [])
    }
}
