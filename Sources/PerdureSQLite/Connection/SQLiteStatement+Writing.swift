// SPDX-License-Identifier: Apache-2.0
// The binding of a row's values and the step that writes them: the hottest code of a save, hence written without a
// call per value, and with strings and bytes lent to SQLite instead of copied. What rows are written is decided in
// PerdureSQL/Writing.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteStatement {
    func write(_ row: Row, _ plan: WritePlan) throws -> Int {
        try plan.columns.withUnsafeBufferPointer { try bindAndRun($0, 0, row, plan) }
    }

    func unbind() { sqlite3_clear_bindings(handle) }

    /// Binds the columns from an index on, and runs.
    ///
    /// Text and bytes are valid only inside of the closure that gives them, so the rest of the work is done in there, to
    /// the reset: one level for each such column, and none of them is copied. After the reset SQLite does not look at
    /// them any more; before the next step each is bound anew, or unbound.
    private func bindAndRun(
        _ columns: UnsafeBufferPointer<WritePlan.Column>, _ first: Int, _ row: Row, _ plan: WritePlan
    ) throws -> Int {
        var index = first
        while index < columns.count {
            let column = columns[index]
            let place = plan.firstPlace + Int32(truncatingIfNeeded: index)
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
                    return try bindAndRun(columns, index, row, plan)
                }
            case .data(let data) where column.part == .value && !data.isEmpty:
                return try data.withUnsafeBytes { bytes in
                    try check(
                        sqlite3_bind_blob64(handle, place, bytes.baseAddress, UInt64(bytes.count), nil))
                    return try bindAndRun(columns, index, row, plan)
                }
            default: try bind(value, to: column, at: Int(place), plan)
            }
        }
        return try run()
    }

    /// Binds text that stays where it is until the statement has been reset.
    @inline(__always)
    private func lend(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int32) throws {
        guard let start = bytes.baseAddress else { return try bind("", at: Int(place)) }
        // Without a destructor the text is SQLITE_STATIC: no copy, and nothing to free.
        try check(
            sqlite3_bind_text64(
                handle, place, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    /// Everything that the switch above has no line for.
    private func bind(
        _ value: StoredValue, to column: WritePlan.Column, at place: Int, _ plan: WritePlan
    ) throws {
        switch (column.part, value) {
        case (.key, .reference(let key)): try bind(key.number, at: place)
        case (.entity, .reference(let key)):
            guard let destination = plan.mapping[key.entity] else { return try bindNull(at: place) }
            try bind(Int64(destination.fileNumber), at: place)
        case (.leaf, .composite(let leaves)) where Int(column.leaf) < leaves.count:
            guard let form = SQLBinding(leaves[Int(column.leaf)]) else { throw plan.unstorable(column) }
            try bind(form, at: place)
        case (.value, _):
            guard let form = SQLBinding(value) else { throw plan.unstorable(column) }
            try bind(form, at: place)
        default: try bindNull(at: place)
        }
    }
}
