// SPDX-License-Identifier: Apache-2.0
// Counts calls from any thread, and waits for them.

#if PostgreSQL
import Foundation

/// A counter.
final class Counter: @unchecked Sendable {
    // Sendable because the number is touched under the condition only.
    private let condition = NSCondition()
    private var number = 0

    var count: Int { condition.withLock { number } }

    func add() {
        condition.withLock {
            number += 1
            condition.broadcast()
        }
    }

    /// Whether there are so many calls within some seconds.
    func waits(for wanted: Int, seconds: TimeInterval = 10) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while number < wanted { guard condition.wait(until: end) else { break } }
            return number >= wanted
        }
    }
}
#endif
