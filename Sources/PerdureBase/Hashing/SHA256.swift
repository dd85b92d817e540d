// SPDX-License-Identifier: Apache-2.0
// SHA-256 of FIPS 180-4. Version hashes (VersionHash.swift) are made of it; SHA-512 is in SHA512.swift.

import Foundation

/// The SHA-256 hash function.
///
/// The toolchain has no implementation.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    private var pending: [UInt8] = []
    /// The message schedule, allocated once: opening a store with a large model hashes thousands of blocks.
    private var schedule = [UInt32](repeating: 0, count: 64)
    private var byteCount: UInt64 = 0

    package init() { pending.reserveCapacity(64) }

    /// The hash of some bytes.
    @inlinable
    package static func hash(_ bytes: some Sequence<UInt8>) -> Data {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// Adds bytes to the message.
    @inlinable
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        // Arrays, data and UTF-8 are read where they are; the pointer ends with the closure.
        if bytes.withContiguousStorageIfAvailable({ absorb($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { absorb($0) }
        }
    }

    // No generic code for each byte: other modules would run it unspecialised, with an allocation for each.
    @usableFromInline
    mutating func absorb(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { add(byte) }
        byteCount += UInt64(bytes.count)
    }

    /// Ends the message.
    ///
    /// - Returns: the 32 bytes of the hash.
    package mutating func finalize() -> Data {
        let bitCount = byteCount &* 8
        add(0x80)
        while pending.count != 56 { add(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            add(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        for index in state.indices { state[index] = state[index].bigEndian }
        // The bytes are copied within the closure, without an array between.
        return state.withUnsafeBytes { Data($0) }
    }

    private mutating func add(_ byte: UInt8) {
        pending.append(byte)
        if pending.count == 64 { compress() }
    }

    private mutating func compress() {
        fillSchedule()
        let constants = Self.constants
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let choice = (e & f) ^ (~e & g)
            let t1 = h &+ s1 &+ choice &+ constants[round] &+ schedule[round]
            let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ t1)
            (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func fillSchedule() {
        for index in 0..<16 {
            let place = 4 * index
            schedule[index] =
                UInt32(pending[place]) << 24 | UInt32(pending[place + 1]) << 16
                | UInt32(pending[place + 2]) << 8 | UInt32(pending[place + 3])
        }
        for index in 16..<64 {
            let (a, b) = (schedule[index - 15], schedule[index - 2])
            let s0 = a.rotated(7) ^ a.rotated(18) ^ (a >> 3)
            let s1 = b.rotated(17) ^ b.rotated(19) ^ (b >> 10)
            schedule[index] = schedule[index - 16] &+ s0 &+ schedule[index - 7] &+ s1
        }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

extension UInt32 {
    /// Rotated to the right.
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
