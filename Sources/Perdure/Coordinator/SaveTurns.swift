// SPDX-License-Identifier: Apache-2.0
// Fairness between the saves of one coordinator: a save that others keep overtaking while its conflicts are resolved
// goes first. A courtesy and no lock, because a merge policy may itself wait for other saves (SAV-61).

import Foundation

/// Who goes first.
final class SaveTurns: @unchecked Sendable {
    // Sendable because everything that changes is behind the condition.
    private let condition = NSCondition()
    /// The saves that go first.
    private var turns: [Turn] = []

    private struct Turn {
        let thread: ObjectIdentifier
        let end: Date
    }

    /// How long a turn lasts, in seconds: enough for a save of a few rows.
    ///
    /// Others wait no longer for it, however long its merge policy takes.
    private static let patience: TimeInterval = 0.05

    /// Waits a moment while a save of another thread goes first.
    func giveWay() {
        condition.withLock {
            if turns.isEmpty { return }
            let own = ObjectIdentifier(Thread.current)
            while let end = turns.lazy.filter({ $0.thread != own }).map(\.end).max(), end > Date() {
                _ = condition.wait(until: end)
            }
        }
    }

    /// Lets this thread's save go first, until `end`.
    func begin() {
        let turn = Turn(
            thread: ObjectIdentifier(Thread.current), end: Date(timeIntervalSinceNow: Self.patience))
        condition.withLock { turns.append(turn) }
    }

    /// Ends what `begin` began on the same thread.
    func end() {
        let own = ObjectIdentifier(Thread.current)
        condition.withLock {
            if let index = turns.lastIndex(where: { $0.thread == own }) { turns.remove(at: index) }
            condition.broadcast()
        }
    }
}
