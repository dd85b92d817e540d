// SPDX-License-Identifier: Apache-2.0
// Attributes whose type the model chooses, by Xcode's rules. Objects are always optional. Numbers are scalars where the
// attribute asks for scalars, and NSNumber? otherwise.

import PerdureAccessorText
import PerdureModelFormat

/// Attributes as scalars.
enum ScalarCode: AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) -> AccessorCode? {
        guard attribute.traits.isScalar, let plain = AttributeType.facts(of: attribute.type)?.plainType else {
            return nil
        }
        let type = accessors.types.spelled(plain.typeName)
        if plain.readsZero {
            return AccessorCode(type, plain.required(at: slot), primitive: .value(type, at: slot))
        }
        guard plain.family == .date else { return nil }
        // A scalar date is a number of seconds since 2001.
        let seconds = PlainType.seconds
        var text = seconds.required(at: slot)
        text.get += " ?? 0"
        return AccessorCode(
            accessors.types.spelled(seconds.typeName), text, primitive: .value(type, at: slot))
    }
}

/// Attributes as objects.
enum ObjectCode {
    /// The accessor of an attribute as an object; every attribute has one.
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, _ accessors: AttributeAccessors
    ) -> AccessorCode {
        switch attribute.type {
        case AttributeType.undefined:
            return AccessorCode("Any?", slot.anything, primitive: .init("Any?", slot.primitiveAnything))
        case AttributeType.objectID:
            return .cast(to: accessors.types.coreData("NSManagedObjectID"), at: slot)
        default: break
        }
        guard let plain = objectType(AttributeType.facts(of: attribute.type)) else {
            let type = accessors.types.foundation("NSNumber")
            return AccessorCode("\(type)?", slot.number, primitive: .value(type, at: slot))
        }
        let type = accessors.types.spelled(plain.typeName)
        return AccessorCode("\(type)?", plain.optional(at: slot), primitive: .value(type, at: slot))
    }

    /// The type of an attribute's objects; nil for NSNumber.
    private static func objectType(_ facts: AttributeTypeFacts?) -> PlainType? {
        guard let name = facts?.className, name != "NSNumber" else { return nil }
        // `named` finds NSDecimalNumber and other classes with accessors of their own; Swift's bridged type serves the rest.
        return PlainType.named(name) ?? facts?.plainType
    }
}
