// SPDX-License-Identifier: Apache-2.0
// A database file that nobody else has open. StoreDestruction.swift empties it.

import CSQLite
import Foundation
import PerdureStore

/// A file of a database in WAL mode, or an empty one, under the lock that excludes every other connection.
///
/// A connection that has a WAL open keeps a shared lock on the file, so the exclusive one is given to nobody who is not
/// alone. The lock is taken below SQLite's pager, which therefore never looks at the content: it may be damaged.
final class SoleFile {
    private let connection: OpaquePointer
    // Belongs to the connection, and lives as long.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods
    let path: String

    /// Takes the lock.
    ///
    /// - Returns: nil when anybody else has the file open.
    /// - Throws: `StoreError.cannotOpen`, `StoreError.readOnly`, what locking reports.
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

    /// Makes it a file without bytes, and removes what SQLite keeps beside it.
    ///
    /// What a kill leaves beside an empty file SQLite itself removes when it opens the file.
    func empty() throws {
        try check(methods.xTruncate?(file, 0) ?? SQLITE_ERROR, "empty the file")
        try check(methods.xSync?(file, SQLITE_SYNC_NORMAL) ?? SQLITE_ERROR, "bring the empty file to disk")
        // SQLite names its side files after the file itself, where the path is a link.
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
