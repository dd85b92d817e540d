// SPDX-License-Identifier: Apache-2.0
// Binds a row's values and runs the statement. This is the hottest code of a save, so it makes no call per value, and it
// lends strings and bytes to SQLite instead of copying them. PerdureSQL/Writing decides which rows are written.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteStatement {
    func write(_ row: Row, _ definition: WriteStatement) throws -> Int {
        try definition.columns.withUnsafeBufferPointer { try bindAndRun($0, 0, row, definition) }
    }

    func unbind() { sqlite3_clear_bindings(handle) }

    /// Binds the columns from an index on, and runs the statement.
    ///
    /// Text and bytes are valid only inside of the closure that provides them, so the rest of the work, up to the reset,
    /// happens inside. This adds one call level per such column and copies nothing. SQLite does not read the bytes after the
    /// reset. Each of them is bound anew, or unbound, before the next step.
    private func bindAndRun(
        _ columns: UnsafeBufferPointer<WriteStatement.Column>, _ first: Int, _ row: Row,
        _ definition: WriteStatement
    ) throws -> Int {
        var index = first
        while index < columns.count {
            let column = columns[index]
            let place = definition.firstPlaceholder + Int32(truncatingIfNeeded: index)
            index += 1
            let value = row[Int(column.slot)]
            switch value {
            case .integer(let integer) where column.part == .value:
                try check(sqlite3_bind_int64(handle, place, integer))
            case .double(let number) where column.part == .value,
                .date(let number) where column.part == .value:
                try check(sqlite3_bind_double(handle, place, number))
            case .null: try check(sqlite3_bind_null(handle, place))
            case .string(var string) where column.part == .value:
                return try string.withUTF8 { bytes in
                    try lend(bytes, at: place)
                    return try bindAndRun(columns, index, row, definition)
                }
            case .data(let data) where column.part == .value && !data.isEmpty:
                return try data.withUnsafeBytes { bytes in
                    try check(
                        sqlite3_bind_blob64(handle, place, bytes.baseAddress, UInt64(bytes.count), nil))
                    return try bindAndRun(columns, index, row, definition)
                }
            default: try bind(value, to: column, at: Int(place), definition)
            }
        }
        return try run()
    }

    /// Binds text without a copy: its memory must stay valid until the reset.
    @inline(__always)
    private func lend(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int32) throws {
        guard let start = bytes.baseAddress else { return try bind("", at: Int(place)) }
        // Without a destructor the text is SQLITE_STATIC: no copy, and nothing to free.
        try check(
            sqlite3_bind_text64(
                handle, place, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    /// Binds the values without a case in the switch above.
    private func bind(
        _ value: StoredValue, to column: WriteStatement.Column, at place: Int, _ definition: WriteStatement
    ) throws {
        switch (column.part, value) {
        case (.key, .reference(let key)): try bind(key.number, at: place)
        case (.entity, .reference(let key)):
            guard let destination = definition.mapping[key.entity] else { return try bindNull(at: place) }
            try bind(Int64(destination.fileNumber), at: place)
        case (.leaf, .composite(let leaves)) where Int(column.leaf) < leaves.count:
            guard let form = SQLBinding(leaves[Int(column.leaf)]) else { throw definition.unstorable(column) }
            try bind(form, at: place)
        case (.value, _):
            guard let form = SQLBinding(value) else { throw definition.unstorable(column) }
            try bind(form, at: place)
        default: try bindNull(at: place)
        }
    }
}
