// SPDX-License-Identifier: Apache-2.0
// Until when a call may wait, by a clock that nobody sets. Cancellation.swift is the other way to end a wait.

#if PostgreSQL
import Foundation
import PerdureStore

/// The moment at which a call must have ended.
package struct Deadline: Sendable {
    /// Nanoseconds of the monotonic clock.
    let instant: UInt64

    /// A deadline some seconds from now.
    ///
    /// - Parameter seconds: at most 100 years; less than nothing is nothing.
    package init(after seconds: TimeInterval) {
        let bounded = min(max(seconds, 0), 3_200_000_000)
        instant = Self.now + UInt64(bounded * 1e9)
    }

    private init(instant: UInt64) { self.instant = instant }

    /// The monotonic clock in nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds that are left; nothing when it has passed.
    package var remaining: TimeInterval {
        let now = Self.now
        return now >= instant ? 0 : TimeInterval(instant - now) / 1e9
    }

    /// Whether it has passed.
    package var isPast: Bool { Self.now >= instant }

    /// The earlier one of this deadline and one some seconds from now.
    package func orAfter(_ seconds: TimeInterval) -> Deadline {
        Deadline(instant: min(instant, Deadline(after: seconds).instant))
    }

    /// Milliseconds for `poll`: rounded up, so that a wait ends behind the deadline and not before it.
    func pollTime(atMost milliseconds: Int32) -> Int32 {
        Int32(min(Double(milliseconds), (remaining * 1000).rounded(.up)))
    }
}
#endif
