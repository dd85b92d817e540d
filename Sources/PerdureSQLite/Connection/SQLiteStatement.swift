// SPDX-License-Identifier: Apache-2.0
// A prepared statement of SQLite: typed binding and reading. SQLiteStatement+Rows.swift reads rows in a loop;
// SQLiteStatement+Writing.swift writes them.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// A prepared statement.
final class SQLiteStatement: PreparedStatement {
    let handle: OpaquePointer
    let text: String
    // Unowned because the connection's cache owns the statement, and only the connection's borrower uses it.
    unowned let connection: SQLiteConnection

    init(_ text: String, on connection: SQLiteConnection) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK else { throw connection.error(code, statement: text) }
        guard let prepared else {
            throw StoreError.database(
                code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE, message: "the statement is empty",
                statement: text)
        }
        handle = prepared
        self.text = text
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    func bindNull(at index: Int) throws { try check(sqlite3_bind_null(handle, Int32(index))) }

    func bind(_ value: Int64, at index: Int) throws {
        try check(sqlite3_bind_int64(handle, Int32(index), value))
    }

    func bind(_ value: Double, at index: Int) throws {
        try check(sqlite3_bind_double(handle, Int32(index), value))
    }

    func bind(_ value: String, at index: Int) throws {
        var value = value
        // SQLite copies the bytes (TRANSIENT), so they need not stay valid until the next reset.
        let code = value.withUTF8 { bytes in
            sqlite3_bind_text64(
                handle, Int32(index),
                bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) },
                UInt64(bytes.count), perdure_sqlite3_transient(), UInt8(SQLITE_UTF8))
        }
        try check(code)
    }

    func bind(_ list: SQLBoundList, at index: Int) throws { try bind(list.json, at: index) }

    func bind(_ value: Data, at index: Int) throws {
        // An empty blob has no address, and SQLite reads no address as NULL.
        guard !value.isEmpty else { return try check(sqlite3_bind_zeroblob(handle, Int32(index), 0)) }
        let code = value.withUnsafeBytes {
            sqlite3_bind_blob64(
                handle, Int32(index), $0.baseAddress, UInt64($0.count), perdure_sqlite3_transient())
        }
        try check(code)
    }

    @inline(__always)
    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw connection.error(code, statement: text) }
    }

    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw connection.error(code, statement: text) }
        return false
    }

    @discardableResult func run() throws -> Int {
        let code = sqlite3_step(handle)
        let changes = sqlite3_changes(connection.handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else {
            throw connection.error(code, statement: text)
        }
        return Int(changes)
    }

    func reset() { sqlite3_reset(handle) }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }
    func isNull(_ column: Int) -> Bool { type(Int32(column)) == SQLITE_NULL }
    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
    func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    func text(_ column: Int) -> String { string(Int32(column)) }

    @inline(__always)
    func string(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        // The count belongs to the text form, so it must be read after the conversion.
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) -> Data { data(Int32(column)) }

    @inline(__always)
    func data(_ column: Int32) -> Data {
        guard let start = sqlite3_column_blob(handle, column) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func value(_ column: Int) -> SQLBinding {
        switch type(Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }
}
