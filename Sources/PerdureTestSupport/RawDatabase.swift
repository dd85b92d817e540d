// SPDX-License-Identifier: Apache-2.0
// Reads a store's file without our own engine, so that tests check the actual contents.

import CSQLite
import Foundation

/// A plain SQLite connection for tests.
public final class RawDatabase {
    private var handle: OpaquePointer?

    /// Opens an existing file.
    ///
    /// - Parameters:
    ///   - file: The database.
    ///   - isReadOnly: Whether writing is refused.
    /// - Throws: `RawDatabaseError`.
    public init(_ file: URL, isReadOnly: Bool = true) throws {
        var opened: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        guard sqlite3_open_v2(file.path, &opened, flags, nil) == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw RawDatabaseError(message: "cannot open \(file.lastPathComponent)")
        }
        handle = opened
    }

    deinit { close() }

    /// Closes the file; no query is possible afterwards.
    public func close() {
        sqlite3_close(handle)
        handle = nil
    }

    /// The rows of a query, each value as text for comparison.
    ///
    /// - Parameter sql: One statement.
    /// - Returns: One array per row; NULL is "NULL", a blob its bytes in hexadecimal.
    /// - Throws: `RawDatabaseError` with SQLite's words.
    @discardableResult
    public func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure(sql)
            }
        }
    }

    /// The first value of a query's first row.
    ///
    /// - Parameter sql: One statement.
    /// - Returns: The value in the form of `rows(_:)`; nil without a row.
    /// - Throws: `RawDatabaseError` with SQLite's words.
    public func value(_ sql: String) throws -> String? { try rows(sql).first?.first }

    private func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return "NULL"
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, column))
            guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return "x''" }
            return "x'" + Data(bytes: bytes, count: count).map { String(format: "%02x", $0) }.joined() + "'"
        default: return sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
    }

    private func failure(_ sql: String) -> RawDatabaseError {
        RawDatabaseError(message: String(cString: sqlite3_errmsg(handle)) + " in " + sql)
    }
}

/// An error of SQLite.
public struct RawDatabaseError: Error, CustomStringConvertible {
    /// SQLite's message and the statement.
    public let message: String
    /// The message.
    public var description: String { message }
}
