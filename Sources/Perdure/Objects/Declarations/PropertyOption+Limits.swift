// SPDX-License-Identifier: Apache-2.0
// Limits of numbers and dates. Part of PropertyOption.swift.

import PerdurePredicates

extension PropertyOption {
    /// The least valid number or date.
    public static func minimum(_ value: some _PlainAttribute) -> PropertyOption {
        PropertyOption(kind: .limit(.minimum(ConstantValue(value._object))))
    }

    /// The greatest valid number or date.
    public static func maximum(_ value: some _PlainAttribute) -> PropertyOption {
        PropertyOption(kind: .limit(.maximum(ConstantValue(value._object))))
    }

    /// The least and the greatest valid number or date.
    ///
    /// The option combines `minimum` and `maximum`, with the errors of both.
    public static func range<Value: _PlainAttribute>(_ values: ClosedRange<Value>) -> PropertyOption {
        PropertyOption(
            kind: .limit(
                .range(ConstantValue(values.lowerBound._object), ConstantValue(values.upperBound._object))))
    }
}
