// SPDX-License-Identifier: Apache-2.0
// Ends the snapshots that connections keep for reads which do not come. SQLConnection.resumeSnapshot() begins them.

import Foundation

/// Ends the snapshots of one pool's idle connections, some time after they were returned.
final class SnapshotEnding: @unchecked Sendable {
    // Sendable because the pool's lock guards all mutable state.
    /// How long an idle connection keeps its snapshot, in microseconds: an open one keeps the WAL from starting anew.
    private static let patience: UInt32 = 2_000
    /// Whether an end comes that has not begun.
    private(set) var isScheduled = false
    // A queue of its own, made when the first snapshot is kept: another pool's closing may take long.
    private lazy var queue = DispatchQueue(label: "perdure.snapshots")

    /// Ends all snapshots of a pool soon; for a caller who has its lock, and has seen that no end is scheduled.
    ///
    /// - Parameter end: ends them, with the pool's lock.
    func schedule(_ end: @escaping @Sendable () -> Void) {
        isScheduled = true
        // Not by a timer: libdispatch stops the process where the first one finds no free file descriptor.
        queue.async {
            usleep(Self.patience)
            end()
        }
    }

    /// Notes that the snapshots are being ended: one that is kept from here on asks for another ending.
    func begins() { isScheduled = false }
}
