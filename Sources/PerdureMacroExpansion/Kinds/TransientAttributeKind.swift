// SPDX-License-Identifier: Apache-2.0
// Transient attributes, which may have any type.

import PerdureAccessorText

/// An attribute with @Transient.
enum TransientAttributeKind: PropertyKind {
    static let name = "transient"

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        if property.isTransient { property.kind = self }
    }

    static func check(_ check: inout PropertyCheck) { PlainAttributeKind.check(&check) }

    static let obstacleToUniqueness: String? = "transient"

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        PlainAttributeKind.accessor(of: property, at: slot, coded: slot.transient(as: property.type.text))
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        let type = property.type.text
        return property.type.plain == nil ? slot.primitiveTransient(as: type) : slot.primitive(as: type)
    }

    static func declaration(of property: ManagedProperty) -> String {
        let declaration = PropertyDeclarationWriter(property: property)
        return declaration.call("transient", declaration.typeAndDefault)
    }
}
