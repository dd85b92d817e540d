// SPDX-License-Identifier: Apache-2.0
// A place where threads wait for each other.

import Foundation

/// Lets threads go on when so many of them are there.
final class Meeting: @unchecked Sendable {
    // Sendable because everything that changes is behind the condition.
    private let condition = NSCondition()
    private let size: Int
    private var present = 0

    init(of size: Int) { self.size = size }

    struct Alone: Error {}

    /// Waits for the others.
    ///
    /// - Throws: `Alone` when they cannot come: instead of waiting for ever.
    func join() throws {
        condition.lock()
        defer { condition.unlock() }
        present += 1
        condition.broadcast()
        let patience = Date(timeIntervalSinceNow: 30)
        while present < size {
            guard condition.wait(until: patience) else { throw Alone() }
        }
    }
}
