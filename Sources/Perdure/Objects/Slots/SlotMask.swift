// SPDX-License-Identifier: Apache-2.0
// A set of slots: those that were written, those that were noted.

/// A set of slots in one word; slots from 63 up share the last bit.
struct SlotMask: Equatable {
    private(set) var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }
    @inline(__always) static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(slot, 63)) }
    /// Whether the slot may be in the set; the result is certain for slots below 63.
    @inline(__always) func contains(_ slot: Int) -> Bool { bits & Self.bit(slot) != 0 }
    @inline(__always) mutating func insert(_ slot: Int) { bits |= Self.bit(slot) }
    mutating func removeAll() { bits = 0 }
}
