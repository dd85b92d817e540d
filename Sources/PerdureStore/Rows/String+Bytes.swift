// SPDX-License-Identifier: Apache-2.0
// Texts as stores tell them apart. Swift's == takes a composed and a decomposed letter for one; a column, a unique index and a
// group of a database do not.

import Foundation

extension String {
    /// Whether both texts have the same bytes.
    ///
    /// Each save compares the texts that were written with those of the row, so this must be fast: lengths first, then the
    /// memory as a whole, which nobody has to read where both texts share it.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { Self.areSame(own, $0) }
        }
        return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }

    private static func areSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard let first = left.baseAddress, let second = right.baseAddress, first != second else {
            return true
        }
        return memcmp(first, second, left.count) == 0
    }
}
