// SPDX-License-Identifier: Apache-2.0
// Leads from the table of attribute types in models to the table of types with accessors.

import PerdureAccessorText
import PerdureModelFormat

extension AttributeTypeFacts {
    /// The Swift type of the values, with its entry points; nil where the program chooses the type.
    var plainType: PlainType? {
        switch swiftType {
        case .swift(let name), .foundation(let name): PlainType.named(name)
        case nil: nil
        }
    }
}

extension PropertyTraits {
    /// Whether the model asks for a number instead of an object.
    var isScalar: Bool { toolAttributes["usesScalarValueType"] == "YES" }
}
