// SPDX-License-Identifier: Apache-2.0
// Accessors of attributes with a value transformer. Part of SlotText.swift.

extension SlotText {
    package func transformed(as type: String) -> AccessorText {
        AccessorText(get: read("transformed", as: type), set: write("Transformed"))
    }

    package func primitiveTransformed(as type: String) -> AccessorText {
        AccessorText(get: read("primitiveTransformed", as: type), set: write("PrimitiveTransformed"))
    }
}
