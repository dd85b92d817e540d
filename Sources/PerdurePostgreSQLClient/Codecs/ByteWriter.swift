// SPDX-License-Identifier: Apache-2.0
// Appends numbers as servers read them, the highest byte first. ByteReader.swift reads them back.

#if PostgreSQL
import Foundation

extension [UInt8] {
    /// Appends a whole number.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Puts a length over four bytes that were kept free for it.
    mutating func put(_ length: Int32, at offset: Int) {
        let bits = UInt32(bitPattern: length)
        for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: bits >> (24 - 8 * index)) }
    }
}
#endif
