// SPDX-License-Identifier: Apache-2.0
// Fairness between the saves of one coordinator: a save goes first if others keep overtaking it while its conflicts are
// resolved. This is a courtesy and no lock, because a merge policy may itself wait for other saves (SAV-61).

import Foundation
import PerdureBase

/// Who goes first.
package final class SaveFairness: @unchecked Sendable {
    // Sendable because the condition protects everything that changes.
    private let condition = NSCondition()
    /// The saves that go first.
    private var turns: [Turn] = []

    private struct Turn {
        let thread: ObjectIdentifier
        var end: Uptime
    }

    /// How long one attempt of a turn may last, in seconds: enough for a save of a few rows on a busy machine.
    ///
    /// Others wait no longer for an attempt, however long its merge policy takes.
    private static let patience: TimeInterval = 0.2

    /// Waits a moment while a save of another thread goes first.
    package func waitForPriority() {
        condition.withLock {
            if turns.isEmpty { return }
            let own = ObjectIdentifier(Thread.current)
            while let end = turns.lazy.filter({ $0.thread != own }).map(\.end).max(), end > Uptime.now {
                _ = condition.wait(until: Date(timeIntervalSinceNow: end - Uptime.now))
            }
        }
    }

    /// Lets this thread's save go first, until `end`.
    func begin() {
        let turn = Turn(thread: ObjectIdentifier(Thread.current), end: Self.nextEnd)
        condition.withLock { turns.append(turn) }
    }

    /// Extends the turn of this thread's save by one more attempt.
    func extendTurn() {
        let own = ObjectIdentifier(Thread.current)
        condition.withLock {
            if let index = turns.lastIndex(where: { $0.thread == own }) { turns[index].end = Self.nextEnd }
        }
    }

    private static var nextEnd: Uptime { Uptime.now + patience }

    /// Ends the turn that `begin` began on the same thread.
    func end() {
        let own = ObjectIdentifier(Thread.current)
        condition.withLock {
            if let index = turns.lastIndex(where: { $0.thread == own }) { turns.remove(at: index) }
            condition.broadcast()
        }
    }
}
