// SPDX-License-Identifier: Apache-2.0
// The test that shows most values to be valid. Saves ask it for the attributes of each of their objects that may be invalid, so it makes
// no copy of a value and counts no reference.

import PerdureStore

extension PlainRule {
    /// Whether a value is certainly valid.
    func accepts(_ place: SlotAddress) -> Bool {
        switch kind {
        case .integer: if case .stored(.integer(let number)) = place.value { return range.contains(number) }
        case .double:
            if case .stored(.double(let number)) = place.value { return allowsNull || !number.isNaN }
        case .string: if case .stored(.string) = place.value { return true }
        case .date: if case .stored(.date) = place.value { return true }
        case .data: if case .stored(.data) = place.value { return true }
        case .uuid: if case .stored(.uuid) = place.value { return true }
        default: break
        }
        if case .stored(.null) = place.value { return allowsNull }
        return false
    }
}
