// SPDX-License-Identifier: Apache-2.0
// A database file before it is opened as a database: its bytes, its size, and whether a connection is writing to it.

import CSQLite
import Foundation
import PerdureBase
import PerdureStore

/// A file that SQLite has opened without running a statement, so SQLite has not looked at the side files yet.
///
/// The file is read through SQLite's own descriptor. A process loses all its locks on a file as soon as it closes any
/// descriptor of the file, and only SQLite knows when a descriptor must stay open. If the locks were lost, another process
/// would take the store for closed. It would remove the WAL while connections still write to it.
final class DatabaseFile {
    private let connection: OpaquePointer
    /// SQLite's file object; it lives as long as the connection.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods
    private let path: String
    private var isLocked = false

    /// Opens the file for reading.
    ///
    /// - Throws: `StoreError.cannotOpen`.
    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        var found: UnsafeMutablePointer<sqlite3_file>?
        if code == SQLITE_OK { sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &found) }
        guard let opened, let found, let methods = found.pointee.pMethods?.pointee else {
            let number = sqlite3_system_errno(opened)
            sqlite3_close_v2(opened)
            throw FileHeader.cannotOpen(path, number)
        }
        (connection, file, self.methods, self.path) = (opened, found, methods, path)
    }

    deinit {
        if isLocked { _ = methods.xUnlock?(file, SQLITE_LOCK_NONE) }
        sqlite3_close_v2(connection)
    }

    /// Takes the lock of readers, until this object is released: no connection can close the store's WAL meanwhile.
    ///
    /// - Parameter timeout: How long to wait for a writer that is about to commit.
    /// - Throws: `StoreError.busy`; `StoreError.database`.
    func lock(timeout: TimeInterval) throws {
        guard let lock = methods.xLock, !isLocked else { return }
        let start = Uptime.now
        while true {
            let code = lock(file, SQLITE_LOCK_SHARED)
            if code == SQLITE_OK { return isLocked = true }
            guard code & 0xFF == SQLITE_BUSY else { return try check(code) }
            let waited = Uptime.now - start
            guard waited < timeout else {
                throw StoreError.busy(path: path, operation: "reading", waited: waited)
            }
            usleep(UInt32.random(in: 50...500))
        }
    }

    /// Fills a buffer; bytes beyond the end of the file become zero.
    ///
    /// - Throws: `StoreError.database` when the file cannot be read.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
        guard let read = methods.xRead else { return }
        try check(read(file, buffer.baseAddress, Int32(buffer.count), offset))
    }

    /// Whether a connection of any process holds the lock for writing: a journal then belongs to that connection.
    ///
    /// - Throws: `StoreError.database`.
    func isBeingWritten() throws -> Bool {
        var isReserved: Int32 = 0
        guard let ask = methods.xCheckReservedLock else { return false }
        try check(ask(file, &isReserved))
        return isReserved != 0
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK, code != shortRead else { return }
        throw StoreError.database(
            code: code & 0xFF, extendedCode: code, message: String(cString: sqlite3_errstr(code)),
            statement: nil)
    }
}

/// SQLITE_IOERR_SHORT_READ: Swift does not import the macro, because it has arithmetic.
private let shortRead: Int32 = SQLITE_IOERR | (2 << 8)
