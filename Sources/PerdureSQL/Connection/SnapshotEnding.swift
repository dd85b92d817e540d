// SPDX-License-Identifier: Apache-2.0
// Ends the snapshots that connections keep for reads which do not come. SQLConnection.resumeSnapshot() begins them.

import Foundation

/// Ends the snapshots of one pool's idle connections, some time after they were returned.
final class SnapshotEnding: @unchecked Sendable {
    // Sendable because the pool's lock guards all mutable state.
    /// How long an idle connection keeps its snapshot, in microseconds: an open one keeps the WAL from starting anew.
    private static let patience: UInt32 = 2_000
    private var isScheduled = false
    // A queue of its own, made when the first snapshot is kept: another pool's closing may take long.
    private lazy var queue = DispatchQueue(label: "perdure.snapshots")

    /// Ends all snapshots of a pool soon; does nothing if that will happen anyway.
    ///
    /// - Parameter end: ends them; the caller and this closure have the pool's lock.
    func schedule(_ end: @escaping @Sendable () -> Void) {
        guard !isScheduled else { return }
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
