// SPDX-License-Identifier: Apache-2.0
// Bytes changed by random numbers that are the same in every run.

import Foundation
import PerdureTestSupport

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
