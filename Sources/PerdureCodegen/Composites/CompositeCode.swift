// SPDX-License-Identifier: Apache-2.0
// Composite attributes: dictionaries of their elements in generated classes, values of a struct in macro classes.
// MacroCompositeWriter.swift writes the struct. Listed in Kinds/AttributeCodes.swift.

import PerdureAccessorText
import PerdureModelFormat

enum CompositeCode: AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) -> AccessorCode? {
        guard attribute.type == AttributeType.composite else { return nil }
        return .cast(to: "[\(accessors.types.swift("String")): Any]", at: slot)
    }

    static func shape(_ text: inout MacroAttribute) {
        let attribute = text.attribute
        guard attribute.type == AttributeType.composite else { return }
        let type = text.names.structs.name(of: attribute)
        text.type = text.type ?? type
        if attribute.defaultValue != nil { text.limit("a default value besides those of its elements") }
        text.value = .argument(attribute.hasDefaultElements ? "\(type)()" : nil)
    }
}

extension AttributeDocument {
    /// Whether an element, at any depth, has a default value.
    var hasDefaultElements: Bool { elements.contains { $0.defaultValue != nil || $0.hasDefaultElements } }
}
