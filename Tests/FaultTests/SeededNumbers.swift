// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same in every run, and bytes changed by them.

import Foundation

/// A generator with a seed.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

extension Data {
    /// The data with some bytes changed, none of them before a place.
    func changing(_ counts: ClosedRange<Int>, from start: Int, _ generator: inout SeededNumbers) -> Data {
        var changed = self
        for _ in 0..<Int.random(in: counts, using: &generator) {
            changed[Int.random(in: start..<count, using: &generator)] = .random(
                in: 0...255, using: &generator)
        }
        return changed
    }
}
