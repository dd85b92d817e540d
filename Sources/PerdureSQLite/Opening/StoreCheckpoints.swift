// SPDX-License-Identifier: Apache-2.0
// Decides when a checkpoint moves a store's WAL into its file, and keeps the connection that does it. Checkpointing.swift has
// the method and the reasons.

import Foundation

/// The checkpoints of one open store.
final class StoreCheckpoints: @unchecked Sendable {
    // Sendable because the connection is touched under the lock only.
    private let lock = NSLock()
    private let opening: StoreOpening
    private let isWAL: Bool
    private var mover: SQLiteConnection?
    /// Whether the main file has its mark, or cannot have it (Protecting/CopyMark.swift).
    private var isMarked = false
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

    /// Makes a checkpoint after a commit when the WAL has grown enough, and marks the main file of a WAL that begins.
    func runIfDue(_ writer: SQLiteConnection) {
        guard isWAL, threshold > 0 else { return }
        lock.lock()
        defer { lock.unlock() }
        let isDue = writer.walSize.pages >= threshold
        // Without a connection the WAL keeps growing, and the next commit tries again.
        guard isDue || !isMarked, let mover = mover ?? (try? opening.mover()) else { return }
        if isDue { Checkpointing(writer: writer, mover: mover).run() }
        isMarked = CopyMarking(writer: writer, mover: mover).run()
        // Few stores get as far as a second checkpoint.
        if isDue { self.mover = mover }
        writer.walSize.pages = 0
    }

    func close() {
        lock.lock()
        defer { lock.unlock() }
        mover = nil
    }
}
