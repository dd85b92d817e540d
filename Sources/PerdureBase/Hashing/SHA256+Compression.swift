// SPDX-License-Identifier: Apache-2.0
// What SHA-256 does with one block of 64 bytes. Next: SHA512.swift.

extension SHA256 {
    private static let rounds = 64

    mutating func compress(_ block: UnsafeRawPointer) {
        state = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.rounds) { schedule in
            Self.fill(schedule, with: block)
            return state &+ mixed(with: schedule)
        }
    }

    private static func fill(_ schedule: UnsafeMutableBufferPointer<UInt32>, with block: UnsafeRawPointer) {
        for index in 0..<16 {
            let word = block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
            schedule.initializeElement(at: index, to: UInt32(bigEndian: word))
        }
        for index in 16..<rounds {
            let (a, b) = (schedule[index - 15], schedule[index - 2])
            let s0 = a.rotated(7) ^ a.rotated(18) ^ (a >> 3)
            let s1 = b.rotated(17) ^ b.rotated(19) ^ (b >> 10)
            schedule.initializeElement(
                at: index, to: schedule[index - 16] &+ s0 &+ schedule[index - 7] &+ s1)
        }
    }

    private func mixed(with schedule: UnsafeMutableBufferPointer<UInt32>) -> SIMD8<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        Self.constants.withUnsafeBufferPointer { constants in
            for round in 0..<Self.rounds {
                let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
                let choice = (e & f) ^ (~e & g)
                let t1 = h &+ s1 &+ choice &+ constants[round] &+ schedule[round]
                let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
                let majority = (a & b) ^ (a & c) ^ (b & c)
                (h, g, f, e) = (g, f, e, d &+ t1)
                (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
            }
        }
        return SIMD8(a, b, c, d, e, f, g, h)
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
