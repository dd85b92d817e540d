// SPDX-License-Identifier: Apache-2.0
// Attributes whose Swift type stands in the user info: a raw value, a coded value, or any value of a transient attribute.
// Listed in Kinds/AttributeCodes.swift.

import PerdureAccessorText
import PerdureModelFormat

enum DeclaredCode: AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? {
        guard let text = attribute.traits.userInfo[UserInfoKey.type] else { return nil }
        // The property is optional with and without a question mark in the user info.
        let value = text.hasSuffix("?") ? String(text.dropLast()) : text
        let type = try accessors.checked(value, "user info '\(UserInfoKey.type)'", attribute, entity)
        if attribute.type == AttributeType.undefined { return .cast(to: type, at: slot) }
        return AccessorCode(
            "\(type)?", slot.attribute(as: type), primitive: .init("\(type)?", slot.primitive(as: type)))
    }
}
