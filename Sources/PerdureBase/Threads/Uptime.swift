// SPDX-License-Identifier: Apache-2.0
// A clock for waits. The clock on the wall is set by people and by servers, so a wait that it measures may never end.

import Foundation

/// A moment by a clock that only goes forward.
package struct Uptime: Sendable, Comparable {
    /// Seconds from a fixed point.
    private let seconds: TimeInterval

    /// The present moment.
    package static var now: Uptime {
        Uptime(seconds: Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000)
    }

    package static func < (left: Uptime, right: Uptime) -> Bool { left.seconds < right.seconds }

    package static func + (moment: Uptime, seconds: TimeInterval) -> Uptime {
        Uptime(seconds: moment.seconds + seconds)
    }

    package static func - (end: Uptime, start: Uptime) -> TimeInterval { end.seconds - start.seconds }
}
