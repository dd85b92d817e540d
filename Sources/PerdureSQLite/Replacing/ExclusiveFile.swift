// SPDX-License-Identifier: Apache-2.0
// A database file that no other connection has open. StoreDestruction.swift empties it.

import CSQLite
import Foundation
import PerdureStore

/// A file of a database in WAL mode, or an empty file, with an exclusive lock against every other connection.
///
/// A connection with an open WAL holds a shared lock on the file, so the exclusive lock is only available without other
/// connections. The lock is taken below SQLite's pager. The pager therefore never reads the content, which may be damaged.
final class ExclusiveFile {
    private let connection: OpaquePointer
    // The file object belongs to the connection and lives as long.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods
    let path: String

    /// Takes the lock.
    ///
    /// - Returns: nil when another connection has the file open.
    /// - Throws: `StoreError.cannotOpen`, `StoreError.readOnly`, any error of the lock.
    init?(path: String) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let opened, let file, let methods = file.pointee.pMethods?.pointee else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StoreError.cannotOpen(path: path, code: code, reason: reason)
        }
        (connection, self.file, self.methods, self.path) = (opened, file, methods, path)
        guard sqlite3_db_readonly(opened, "main") == 0 else { throw StoreError.readOnly(path: path) }
        guard try lock() else { return nil }
    }

    deinit {
        _ = methods.xUnlock?(file, SQLITE_LOCK_NONE)
        sqlite3_close_v2(connection)
    }

    private func lock() throws -> Bool {
        for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
            let code = methods.xLock?(file, level) ?? SQLITE_ERROR
            if code & 0xFF == SQLITE_BUSY { return false }
            try check(code, "lock the file")
        }
        return true
    }

    /// Truncates the file, and removes SQLite's side files.
    ///
    /// After a kill, SQLite itself removes the side files of an empty file when it opens the file.
    func empty() throws {
        try check(methods.xTruncate?(file, 0) ?? SQLITE_ERROR, "empty the file")
        try check(methods.xSync?(file, SQLITE_SYNC_NORMAL) ?? SQLITE_ERROR, "bring the empty file to disk")
        // If the path is a link, SQLite names the side files after the link's target.
        let name = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? path
        try StoreSideFiles(path: name).removeSQLiteFiles()
    }

    private func check(_ code: Int32, _ deed: String) throws {
        guard code != SQLITE_OK else { return }
        throw StoreError.database(
            code: code & 0xFF, extendedCode: code, message: String(cString: sqlite3_errstr(code)),
            statement: deed)
    }
}
