// SPDX-License-Identifier: Apache-2.0
// Attributes of a type with entry points of its own, or of a type that the type checker resolves.

import PerdureAccessorText

/// A stored attribute.
enum PlainAttributeKind: PropertyKind {
    static let name = "attribute"

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        let attribute = markers.arguments("Attribute")
        property.arguments.labelled = attribute.labelled
        property.options = attribute.unlabelled
    }

    static func check(_ check: inout PropertyCheck) {
        check.checkMerging()
        check.checkAttribute()
    }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        accessor(of: property, at: slot, coded: slot.attribute(as: property.type.text))
    }

    /// The accessor of an attribute; the accessor `coded` serves types that are neither plain nor NSNumber.
    static func accessor(of property: ManagedProperty, at slot: SlotText, coded: AccessorText)
        -> AccessorText
    {
        if let plain = property.type.plain { return property.accessor(plain, at: slot) }
        let text = property.type.text == "NSNumber" ? slot.number : coded
        return AccessorText(get: property.completed(text.get), set: text.set)
    }

    static func declaration(of property: ManagedProperty) -> String {
        let declaration = PropertyDeclarationWriter(property: property)
        return declaration.call("attribute", declaration.typeAndDefault)
    }
}
