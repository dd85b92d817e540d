// SPDX-License-Identifier: Apache-2.0
// Fairness between the saves of one coordinator: a save that others keep overtaking while its conflicts are resolved
// goes first. A courtesy and no lock, because a merge policy may itself wait for other saves (SAV-61).

import Foundation

/// Who goes first.
final class SaveTurns: @unchecked Sendable {
    // Sendable because everything that changes is behind the condition.
    private let condition = NSCondition()
    /// The threads whose saves go first, once for each of their saves.
    private var waiting: [ObjectIdentifier] = []

    /// In seconds; long for a save of a few rows, short for a program that has to wait for nothing.
    private static let patience: TimeInterval = 0.05

    /// Waits a moment while a save of another thread goes first.
    func giveWay() {
        condition.withLock {
            let own = ObjectIdentifier(Thread.current)
            let end = Date(timeIntervalSinceNow: Self.patience)
            while waiting.contains(where: { $0 != own }), condition.wait(until: end) {}
        }
    }

    /// Lets this thread's save go first, until `end`.
    func begin() {
        condition.withLock { waiting.append(ObjectIdentifier(Thread.current)) }
    }

    /// Ends what `begin` began on the same thread.
    func end() {
        condition.withLock {
            let own = ObjectIdentifier(Thread.current)
            if let index = waiting.firstIndex(of: own) { waiting.remove(at: index) }
            condition.broadcast()
        }
    }
}
