// SPDX-License-Identifier: Apache-2.0
// The first bytes of a file, before anybody knows whether it is a store. StoreOpening.swift asks for them.

import CSQLite
import Foundation
import PerdureStore

/// The beginning of a database file.
///
/// Read through SQLite's own file: a process loses all its locks on a file as soon as it closes any descriptor of it, and
/// only SQLite knows when a descriptor must stay open. Another process would take a store for closed whose locks were lost
/// so, and remove the WAL under the connections that still write to it.
struct FileHeader {
    private let bytes: [UInt8]

    /// Reads it.
    ///
    /// - Throws: `StoreError.cannotOpen`; `StoreError.database` when it cannot be read.
    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        defer { sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let opened else {
            throw Self.cannotOpen(path, sqlite3_system_errno(opened))
        }
        bytes = try Self.read(opened)
    }

    private static func read(_ connection: OpaquePointer) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return [] }
        var bytes = [UInt8](repeating: 0, count: 20)
        // What a shorter file lacks is zero.
        let code = read(file, &bytes, Int32(bytes.count), 0)
        guard code == SQLITE_OK || code == shortRead else {
            throw StoreError.database(
                code: code & 0xFF, extendedCode: code, message: String(cString: sqlite3_errstr(code)),
                statement: nil)
        }
        return bytes
    }

    /// Whether it is that of a SQLite database.
    var isDatabase: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Whether the database is used with a WAL.
    var isInWALMode: Bool { isDatabase && bytes[18] == 2 }

    static func cannotOpen(_ path: String, _ code: Int32) -> StoreError {
        .cannotOpen(path: path, code: code, reason: String(cString: strerror(code)))
    }
}

/// SQLITE_IOERR_SHORT_READ: a macro with arithmetic, which the importer leaves out.
private let shortRead: Int32 = SQLITE_IOERR | (2 << 8)
