// SPDX-License-Identifier: Apache-2.0
// Attributes with a value transformer, which may have any type.

import PerdureAccessorText

/// An attribute with @Attribute(transformer:).
enum TransformedAttributeKind: PropertyKind {
    static let name = "transformed"
    static let isPlain = false

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        guard markers.arguments("Attribute").text("transformer") != nil, !property.isTransient else { return }
        property.kind = self
    }

    static func check(_ check: inout PropertyCheck) { PlainAttributeKind.check(&check) }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        let text = slot.transformed(as: property.type.text)
        return AccessorText(get: property.completed(text.get), set: text.set)
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        slot.primitiveTransformed(as: property.type.text)
    }

    static func declaration(of property: ManagedProperty) -> String {
        PlainAttributeKind.declaration(of: property)
    }
}
