// SPDX-License-Identifier: Apache-2.0
// Decides when a checkpoint moves a store's WAL into its file, and keeps the connection that does it. Checkpointing.swift has
// the method and the reasons.

import Foundation
import PerdureSQL

/// The checkpoints of one open store.
final class StoreCheckpoints: @unchecked Sendable {
    // Sendable because the connection is touched under the lock only.
    private let lock = NSLock()
    private let opening: StoreOpening
    private let isWAL: Bool
    private var mover: SQLiteConnection?
    /// The number of WAL pages that starts a checkpoint.
    ///
    /// The user's wal_autocheckpoint sets it; 0 turns checkpoints off.
    private let threshold: Int32

    init(opening: StoreOpening, isWAL: Bool) {
        self.opening = opening
        self.isWAL = isWAL
        let wish = opening.options.pragmas.first { $0.key.lowercased() == "wal_autocheckpoint" }
        threshold = wish.flatMap { Int32($0.value) } ?? Checkpointing.threshold
    }

    /// Makes a checkpoint after a commit when the WAL has grown enough.
    ///
    /// - Parameters:
    ///   - writer: the connection that has committed.
    ///   - pool: its pool; what its readers keep would stay in the WAL.
    func runIfDue(_ writer: SQLiteConnection, _ pool: ConnectionPool) {
        guard isWAL, threshold > 0, writer.walSize.pages >= threshold else { return }
        pool.endSnapshots()
        lock.lock()
        defer { lock.unlock() }
        // Without a connection the WAL keeps growing, and the next commit tries again.
        guard let mover = mover ?? (try? opening.mover()) else { return }
        self.mover = mover
        Checkpointing(writer: writer, mover: mover).run()
        writer.walSize.pages = 0
    }

    func close() {
        lock.lock()
        defer { lock.unlock() }
        mover = nil
    }
}
