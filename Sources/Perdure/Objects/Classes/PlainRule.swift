// SPDX-License-Identifier: Apache-2.0
// What an attribute's type demands of its values. Objects/Validation/PlainRule+Values.swift looks at a value.

import PerdureStore

/// The kind, range and optionality that an attribute's type demands of its values.
struct PlainRule {
    let slot: Int
    let kind: SlotKind
    let range: ClosedRange<Int64>
    /// Whether nil is valid; NaN counts as nil.
    let allowsNull: Bool

    /// Nil for a type whose values need a closer look.
    init?(_ type: StoredAttributeType, _ slot: Int, allowsNull: Bool) {
        kind = SlotKind(type)
        if kind == .other || type == .uri { return nil }
        range =
            switch type {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        self.slot = slot
        self.allowsNull = allowsNull
    }
}
