// SPDX-License-Identifier: Apache-2.0
// The kind of value that derivations see in an attribute type.

import PerdurePredicates

extension AttributeTypeFacts {
    /// The kind of the values: number, text or truth by the table below, any other type by its name.
    package var held: DerivationValue {
        Self.values[number] ?? DerivationValue(rawValue: sourceName.lowercased()) ?? .other
    }

    private static let values: [Int: DerivationValue] = [
        AttributeType.integer16: .integer, AttributeType.integer32: .integer,
        AttributeType.integer64: .integer, AttributeType.decimal: .fraction,
        AttributeType.double: .fraction, AttributeType.float: .fraction, AttributeType.string: .text,
        AttributeType.boolean: .truth,
    ]
}
