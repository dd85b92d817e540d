// SPDX-License-Identifier: Apache-2.0
// Searches bytes in bytes, for CONTAINS. It finds short needles by their first byte, and long ones by the table of Knuth,
// Morris and Pratt, so that no pair of strings takes more than linear time.

import Foundation

enum ByteSearch {
    /// The longest needle for the simple search, which costs at most this many comparisons per byte.
    private static let shortNeedle = 64

    /// Whether the needle is somewhere in the text.
    ///
    /// The buffers are only read within their counts.
    static func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = needle.first else { return true }
        guard text.count >= needle.count else { return false }
        if needle.count > shortNeedle { return containsLong(text, needle) }
        guard let start = text.baseAddress, let wanted = needle.baseAddress else { return false }
        let last = text.count - needle.count
        var index = 0
        while index <= last, let hit = memchr(start + index, Int32(first), last - index + 1) {
            index = UnsafeRawPointer(hit) - UnsafeRawPointer(start)
            if memcmp(start + index, wanted, needle.count) == 0 { return true }
            index += 1
        }
        return false
    }

    private static func containsLong(
        _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let borders = borders(of: needle)
        var matched = 0
        for byte in text {
            while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            if matched == needle.count { return true }
        }
        return false
    }

    /// For each prefix the length of its longest proper border.
    private static func borders(of needle: UnsafeBufferPointer<UInt8>) -> [Int] {
        var borders = [Int](repeating: 0, count: needle.count)
        var length = 0
        for index in 1..<needle.count {
            while length > 0, needle[length] != needle[index] { length = borders[length - 1] }
            if needle[length] == needle[index] { length += 1 }
            borders[index] = length
        }
        return borders
    }
}
