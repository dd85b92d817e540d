// SPDX-License-Identifier: Apache-2.0
// One caller in the queue of a pool, asleep until it is given something.

#if PostgreSQL
import Foundation
import PerdureStore

/// A caller that waits for a connection.
final class PoolWaiter: @unchecked Sendable {
    // Sendable because the gift is touched under `condition` only.

    /// What a caller gets.
    enum Gift {
        /// A connection that was idle for some seconds.
        case connection(ServerConnection, wasIdle: TimeInterval)
        /// The right to make a connection.
        case place
        /// Nothing any more.
        case closed
    }

    private let condition = NSCondition()
    private var given: Gift?

    /// What was given, if anything.
    var gift: Gift? { condition.withLock { given } }

    /// Gives something, and wakes the caller.
    func give(_ gift: Gift) {
        condition.withLock {
            given = gift
            condition.signal()
        }
    }

    /// Waits; nil at the deadline, and when the caller cancels.
    func wait(until deadline: Deadline, _ cancellation: Cancellation?) -> Gift? {
        condition.withLock {
            while given == nil, !deadline.isPast, cancellation?.isCancelled != true {
                let step = cancellation == nil ? deadline.remaining : min(deadline.remaining, 0.05)
                _ = condition.wait(until: Date(timeIntervalSinceNow: step))
            }
            return given
        }
    }
}
#endif
