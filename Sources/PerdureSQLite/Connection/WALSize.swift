// SPDX-License-Identifier: Apache-2.0
// The size of the WAL, as SQLite reports it after each commit. StoreCheckpoints.swift asks whether a checkpoint is due.

import CSQLite

/// The number of pages in the WAL after the last commit of its connection.
final class WALSize {
    var pages: Int32 = 0

    /// Registers a WAL hook.
    ///
    /// The hook replaces SQLite's automatic checkpoint and so turns it off.
    func install(on handle: OpaquePointer) {
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                Unmanaged<WALSize>.fromOpaque(context!).takeUnretainedValue().pages = pages
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
