// SPDX-License-Identifier: Apache-2.0
// How far a migration in place is, as a part of the current progress of the thread that adds the store.

import Foundation

/// Turns steps of the engine into a progress.
final class StepReport: @unchecked Sendable {
    // Sendable because the lock guards the progress.
    private let lock = NSLock()
    private var progress: Progress?

    /// Begins: makes a part of the thread's current progress, if there is one.
    func begin() {
        let made = Progress(totalUnitCount: 1)
        lock.withLock { progress = made }
    }

    /// Whether the progress, or one above it, was cancelled.
    var isCancelled: Bool { lock.withLock { progress?.isCancelled ?? false } }

    /// Notes that some statements of all are done; opening the store is one unit more.
    func note(_ done: Int, of total: Int) {
        lock.withLock {
            progress?.totalUnitCount = Int64(total) + 1
            progress?.completedUnitCount = Int64(done)
        }
    }

    /// Notes that the store is open.
    func finish() {
        lock.withLock { progress?.completedUnitCount = progress?.totalUnitCount ?? 0 }
    }
}
