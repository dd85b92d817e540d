// SPDX-License-Identifier: Apache-2.0
// A value of any class in the slot of a transformable or undefined attribute, as a LiveValue. The value itself is in
// TransformedValue.swift.

import Foundation
import PerdureStore

extension TransformedValue: LiveValue {
    func shows(_ other: SlotValue) -> Bool {
        switch other {
        case .stored(.data(let stored)):
            archive == stored || isEqual(TransformedValue(archive: stored, details))
        case .stored: false
        case .live: Self.inSlot(other).map { isEqual($0) } ?? false
        }
    }

    func storedForm(_ place: ValueLocation) throws -> StoredValue {
        if value is NSNull, archive == nil { return .null }
        return try archived(entity: place.entity, property: place.property).map { .data($0) } ?? .null
    }

    func visible(_ coding: AttributeCoding?) -> Any? { value }
    func isKeptTransient(withNulls: Bool) -> Bool { withNulls || !(value is NSNull) }

    func adopt(_ stored: StoredValue) {
        if case .data(let data) = stored { archive = data }
    }

    /// Each object needs a box of its own.
    func copied() -> any LiveValue {
        TransformedValue(value, details, archive: archive, isDefault: isDefault)
    }

    func asDefault() -> any LiveValue { TransformedValue(value, details, archive: archive, isDefault: true) }
}
