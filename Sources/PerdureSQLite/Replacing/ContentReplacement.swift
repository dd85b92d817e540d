// SPDX-License-Identifier: Apache-2.0
// Puts the content of one database into the file of another, in one transaction of that file. StoreReplacement.swift and
// StoreDestruction.swift use it.

import CSQLite
import PerdureStore

/// The replacing of a database's content.
///
/// Never by renaming: connections that others have open stay valid, see the new content with their next read, and wait for
/// the same locks. A kill leaves the old content or the new one, as with every transaction.
struct ContentReplacement {
    /// On the file whose content is replaced; in no transaction.
    let target: SQLiteConnection
    /// Has the new content, in pages of the target's size unless the target has no pages.
    let source: SQLiteConnection
    /// Finds the new content.
    let probe: CommitProbe
    /// Whether the old content is damaged, so that it must not be looked at.
    var isDamaged = false

    /// Replaces the content.
    ///
    /// - Parameter whileLocked: is called when nobody else can write any more, and before anything is written: what it
    ///   throws leaves everything as it was. Only for a source of several pages: a smaller one is written at once.
    /// - Throws: `StoreError.busy` when the lock is not given in time; what writing reports, the old content is there
    ///   then; `StoreError.inDoubt` when that cannot be found out.
    func run(whileLocked: () throws -> Void = {}) throws {
        // What cannot be read may have a WAL, and is taken to have one where it is in doubt.
        let isWAL = try isDamaged || journalMode() == "wal"
        let failure: StoreError
        do {
            target.set(SQLITE_DBCONFIG_RESET_DATABASE, isDamaged)
            defer { target.set(SQLITE_DBCONFIG_RESET_DATABASE, false) }
            let code = try copy(whileLocked)
            guard code != SQLITE_DONE else { return }
            failure = target.error(code, statement: Self.deed)
        }
        try CommitSettlement(connection: target, pool: nil, probe: probe, isWAL: isWAL).settle(failure)
    }

    private func copy(_ whileLocked: () throws -> Void) throws -> Int32 {
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle), statement: Self.deed)
        }
        // Ends the transaction if it has not been committed.
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
