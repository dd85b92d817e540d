// SPDX-License-Identifier: Apache-2.0
// Makes checkpoints without the race in SQLite before 3.51.3. StoreCheckpoints.swift uses it after commits.

import CSQLite

/// Makes checkpoints while the write lock is held.
///
/// SQLite 3.7.0 to 3.51.2 can lose pages ("WAL-reset bug"). A first checkpoint moves all pages, and a second one runs
/// directly after it. Meanwhile another connection commits and starts the WAL from its beginning. The second checkpoint then
/// marks pages as moved that it has not moved. No commit can happen while another connection holds the write lock, so a
/// checkpoint under that lock cannot meet the race. All processes share the write lock anyway, so no lock file is needed.
/// Automatic checkpoints run without the lock; they are off on all our connections. The last connection that closes holds the
/// file exclusively during its checkpoint.
///
/// The lock is taken with every SQLite version: it costs one more lock per thousand pages.
struct Checkpointing {
    /// The number of WAL pages after which a commit starts a checkpoint: SQLite's own default.
    static let threshold: Int32 = 1_000

    let writer: SQLiteConnection
    /// A second connection, because a connection cannot make a checkpoint within its own transaction.
    let mover: SQLiteConnection

    /// Moves the WAL pages that no reader needs; does nothing while another connection is writing.
    func run() {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        mover.lockWait.timeout = 0
        defer { writer.lockWait.timeout = timeout }
        guard (try? writer.beginWriting()) != nil else { return }
        // A failed or partial checkpoint leaves pages in the WAL for the next checkpoint.
        sqlite3_wal_checkpoint_v2(mover.handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        writer.rollback()
    }
}
