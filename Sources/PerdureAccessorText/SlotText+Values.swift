// SPDX-License-Identifier: Apache-2.0
// Accessors of attributes whose type has no entry points of its own, and primitive accessors. Part of SlotText.swift.

extension SlotText {
    /// The accessor of an untyped value.
    package var anything: AccessorText { AccessorText(get: read("value"), set: write("Value")) }

    /// The accessor of an untyped value, with a getter that casts it to a type.
    package func cast(to type: String) -> AccessorText {
        AccessorText(get: "\(read("value")) as? \(type)", set: write("Value"))
    }

    /// An NSNumber.
    package var number: AccessorText { AccessorText(get: read("number"), set: write("Number")) }

    /// The accessor of a type that the type checker resolves: an enumeration, a coded value, a composite value.
    package func attribute(as type: String) -> AccessorText {
        AccessorText(get: read("attribute", as: type), set: write("Attribute"))
    }

    /// The accessor of a transient attribute of any type.
    package func transient(as type: String) -> AccessorText {
        AccessorText(get: read("transient", as: type), set: write("Transient"))
    }

    /// The primitive value of `attribute(as:)` and of plain types.
    package func primitive(as type: String) -> AccessorText {
        AccessorText(get: read("primitive", as: type), set: write("Primitive"))
    }

    package func primitiveTransient(as type: String) -> AccessorText {
        AccessorText(get: read("primitiveTransient", as: type), set: write("PrimitiveTransient"))
    }

    /// The primitive value of a type, passed through `Any?`.
    package func primitiveValue(as type: String) -> AccessorText {
        AccessorText(get: read("primitiveValue", as: type), set: write("PrimitiveValue"))
    }

    /// The primitive value of any type.
    package var primitiveAnything: AccessorText {
        AccessorText(get: read("primitiveValue"), set: write("PrimitiveValue"))
    }
}
