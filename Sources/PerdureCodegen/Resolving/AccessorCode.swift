// SPDX-License-Identifier: Apache-2.0
// A property's type and the expressions behind it. AttributeAccessors.swift and RelationshipAccessors.swift
// make them, PropertyWriter.swift writes them.

import PerdureAccessorText

/// The Swift side of one property.
struct AccessorCode: Sendable, Equatable {
    /// As declared, for example `String?`.
    var type: String
    /// The setter sets `newValue`.
    var text: AccessorText
    var primitive: Primitive

    /// What a property's slot holds, read and set without an announcement.
    ///
    /// Optional also for scalars, so that accessors written by hand can tell "nothing yet" from a value.
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

    /// An object that is cast to its type.
    static func cast(to type: String, at slot: SlotText) -> AccessorCode {
        AccessorCode("\(type)?", slot.cast(to: type), primitive: .value(type, at: slot))
    }
}

extension AccessorCode.Primitive {
    /// A value that passes through `Any?` as it is.
    static func value(_ type: String, at slot: SlotText) -> Self {
        Self("\(type)?", slot.primitiveValue(as: type))
    }
}
