// SPDX-License-Identifier: Apache-2.0
// The checksum of one page of a file. PageChecksums.swift keeps one for each page.

/// A checksum of 64 bits.
///
/// Each step is a bijection of the state and of the word that it takes in. So a change within one word of eight bytes always
/// changes the checksum, and with it every turned bit. Other changes stay unseen once in 2⁶⁴ cases. The page's number is part
/// of the checksum, because disks also write pages to wrong places. It is no protection against people who change a file
/// on purpose.
enum PageHash {
    /// The checksum of bytes, whose number is a multiple of eight.
    static func of(_ bytes: UnsafeRawBufferPointer, number: UInt64) -> UInt64 {
        var state = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
            state = state << 31 | state >> 33
        }
        state = (state ^ state >> 32) &* 0xD6E8_FEB8_6659_FD93
        return state ^ state >> 29
    }
}
