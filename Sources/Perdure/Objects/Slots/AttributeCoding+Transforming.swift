// SPDX-License-Identifier: Apache-2.0
// Transformable values, and values of Swift types in the form that a model's types have. Part of AttributeCoding.swift.

import Foundation
import PerdureFoundationGaps

extension AttributeCoding {
    /// The slot's form of a transformable value.
    func transformed(_ value: Any) -> SlotValue { .live(TransformedValue(value, details)) }

    /// What a transformable attribute's bytes stand for.
    func openedValue(_ archive: Data) -> Any { opened(archive).value }

    /// The value that a transformable attribute's bytes stand for.
    func opened(_ archive: Data) -> TransformedValue {
        TransformedValue(archive: archive, details)
    }

    /// The storable form of an enumeration's case or of a composite value; nil for all other values.
    static func plainForm(of value: Any) -> Any? {
        if let value = value as? any CompositeValue { return try? CompositeEncoder.dictionary(of: value) }
        return ((value as? any RawRepresentable)?.rawValue as? any _PlainAttribute)?._object
    }
}
