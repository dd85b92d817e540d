// SPDX-License-Identifier: Apache-2.0
// Moving the WAL into the file without the race that SQLite had before 3.51.3. Used by SQLiteEngine
// after commits.

import CSQLite
import Foundation

/// The number of pages in the WAL, as the last commit of its connection left it.
final class WALSize {
    var pages: Int32 = 0

    /// Registers itself in place of SQLite's own automatic checkpoint, which it thereby turns off.
    func install(on handle: OpaquePointer) {
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                Unmanaged<WALSize>.fromOpaque(context!).takeUnretainedValue().pages = pages
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Makes checkpoints while the write lock is held.
///
/// SQLite 3.7.0 to 3.51.2 can lose pages ("WAL-reset bug"): while a second checkpoint runs directly after one that
/// moved everything, another connection commits, starts the WAL from its beginning again, and the second
/// checkpoint then marks as moved what is not. A commit cannot happen while somebody else holds the write lock, so
/// a checkpoint made under it cannot meet the race. The write lock is the lock that all processes share anyway:
/// no file of our own is needed. Automatic checkpoints, which run without it, are off on all our connections;
/// the checkpoint of the last connection that closes holds the file exclusively.
///
/// This is done with every version: it costs one more lock per thousand pages.
struct Checkpointing {
    /// Pages in the WAL from which on a commit is followed by a checkpoint: SQLite's own default.
    static let threshold: Int32 = 1_000

    let writer: SQLiteConnection
    /// A connection beside the writer: one cannot make a checkpoint from within its own transaction.
    let mover: SQLiteConnection

    /// Moves what no reader still needs in the WAL; does nothing when somebody else is writing.
    func run() {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        mover.lockWait.timeout = 0
        defer { writer.lockWait.timeout = timeout }
        guard (try? writer.beginWriting()) != nil else { return }
        // A checkpoint that fails or is not complete leaves everything in the WAL: the next one moves it.
        sqlite3_wal_checkpoint_v2(mover.handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        writer.rollback()
    }
}
