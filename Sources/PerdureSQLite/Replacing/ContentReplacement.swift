// SPDX-License-Identifier: Apache-2.0
// Replaces the content of one database file by the content of another, in one transaction. StoreReplacement.swift and
// StoreDestruction.swift use it.

import CSQLite
import PerdureStore

/// The replacement of a database's content.
///
/// It never renames a file. So open connections stay valid, see the new content with their next read, and wait for the same
/// locks. After a kill the file has the old content or the new one, as with every transaction.
struct ContentReplacement {
    /// The connection to the file whose content is replaced; it has no transaction.
    let target: SQLiteConnection
    /// The connection with the new content.
    ///
    /// Its pages have the target's size, unless the target has no pages.
    let source: SQLiteConnection
    /// The probe that finds the new content.
    let probe: CommitProbe
    /// Whether the old content is damaged and must not be read.
    var isDamaged = false

    /// Replaces the content.
    ///
    /// - Parameter whileLocked: is called after other connections are locked out and before anything is written. Its error
    ///   leaves everything unchanged. It needs a source of several pages, because a smaller source is written at once.
    /// - Throws: `StoreError.busy` when the lock is not available in time. After an error of a write the old content is
    ///   there. `StoreError.inDoubt` when the result stays unknown.
    func run(whileLocked: () throws -> Void = {}) throws {
        // A damaged file may have a WAL, so it is treated as if it had one.
        let isWAL = try isDamaged || journalMode() == "wal"
        let failure: StoreError
        do {
            target.set(SQLITE_DBCONFIG_RESET_DATABASE, isDamaged)
            defer { target.set(SQLITE_DBCONFIG_RESET_DATABASE, false) }
            let code = try copy(whileLocked)
            guard code != SQLITE_DONE else { return }
            failure = target.error(code, statement: Self.deed)
        }
        try InDoubtCommitResolution(connection: target, pool: nil, probe: probe, isWAL: isWAL).resolve(
            failure)
    }

    private func copy(_ whileLocked: () throws -> Void) throws -> Int32 {
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle), statement: Self.deed)
        }
        // This ends the transaction if it has not been committed.
        defer { sqlite3_backup_finish(backup) }
        // The first step takes the lock.
        let code = sqlite3_backup_step(backup, 1)
        guard code == SQLITE_OK else { return code }
        try whileLocked()
        return sqlite3_backup_step(backup, -1)
    }

    private static let deed = "replace the content"

    private func journalMode() throws -> String? {
        try target.first("PRAGMA journal_mode") { $0.text(0) }
    }
}
