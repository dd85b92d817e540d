// SPDX-License-Identifier: Apache-2.0
// A property's type and the expressions of its accessors. AttributeAccessors.swift and RelationshipAccessors.swift make
// this code; PropertyWriter.swift writes it.

import PerdureAccessorText

/// The Swift side of one property.
struct AccessorCode: Sendable, Equatable {
    /// The type as declared, for example `String?`.
    var type: String
    /// The accessor's text, in which the setter sets `newValue`.
    var text: AccessorText
    var primitive: Primitive

    /// The accessor of the slot's value that announces neither reading nor setting.
    ///
    /// Its type is optional also for scalars, so that hand-written accessors can tell "nothing yet" from a value.
    struct Primitive: Sendable, Equatable {
        var type: String
        var text: AccessorText

        init(_ type: String, _ text: AccessorText) {
            self.type = type
            self.text = text
        }
    }

    init(_ type: String, _ text: AccessorText, primitive: Primitive) {
        self.type = type
        self.text = text
        self.primitive = primitive
    }

    /// The accessor of an untyped object, with a cast to its type.
    static func cast(to type: String, at slot: SlotText) -> AccessorCode {
        AccessorCode("\(type)?", slot.cast(to: type), primitive: .value(type, at: slot))
    }
}

extension AccessorCode.Primitive {
    /// The accessor of a value that passes through `Any?`.
    static func value(_ type: String, at slot: SlotText) -> Self {
        Self("\(type)?", slot.primitiveValue(as: type))
    }
}
