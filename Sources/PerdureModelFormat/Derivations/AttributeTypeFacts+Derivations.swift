// SPDX-License-Identifier: Apache-2.0
// What derivations take the values of an attribute type for.

import PerdurePredicates

extension AttributeTypeFacts {
    /// Numbers, texts and truths by their meaning; all others by the name of the type.
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
