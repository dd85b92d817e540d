// SPDX-License-Identifier: Apache-2.0
// Converts a column's value to a slot's value. SQLite stores any storage class in any column, so each reading lists the
// classes that it accepts besides Core Data's own:
//
// | reading | Core Data writes | also accepted | refused |
// | --- | --- | --- | --- |
// | integer, boolean | INTEGER | REAL (cut off), numeric TEXT | other TEXT, BLOB |
// | double, date | REAL, INTEGER | numeric TEXT | other TEXT, BLOB |
// | decimal | INTEGER, REAL, the TEXT NaN | numeric TEXT | other TEXT, BLOB |
// | string | TEXT | INTEGER and REAL as text; invalid UTF-8 repaired | BLOB |
// | binary | BLOB | TEXT as its bytes | INTEGER, REAL |
// | uuid | BLOB of 16 bytes | TEXT in the usual form | everything else |
// | reference | INTEGER | – | everything else |

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteStatement {
    @inline(__always)
    func value(_ column: RowDecoder.Column, _ decoder: RowDecoder, _ layout: RowDecoder.Layout?) throws
        -> StoredValue
    {
        // The cell is read once, because each SQLite call for a column's value, type or length checks the statement first.
        // The cell is valid until the next step, and only the borrower of the connection steps.
        let cell = sqlite3_column_value(handle, column.column)
        let type = sqlite3_value_type(cell)
        if type == SQLITE_NULL { return .null }
        switch column.reading {
        case .integer where type == SQLITE_INTEGER: return .integer(sqlite3_value_int64(cell))
        case .string where type == SQLITE_TEXT: return .string(Self.string(cell))
        case .double where type == SQLITE_FLOAT: return .double(sqlite3_value_double(cell))
        case .date where type == SQLITE_FLOAT || type == SQLITE_INTEGER:
            return .date(sqlite3_value_double(cell))
        default:
            do {
                if let value = try rareValue(column, type, decoder, layout) { return value }
                throw refused(column, type, decoder, layout)
            } catch let error as StoreError {
                // Without a layout the caller knows the place of the value.
                guard layout != nil, let hear = connection.onUnreadable else { throw error }
                hear(error)
                return .null
            }
        }
    }

    @inline(__always) private static func string(_ cell: OpaquePointer?) -> String {
        guard let start = sqlite3_value_text(cell) else { return "" }
        let count = Int(sqlite3_value_bytes(cell))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The values without a case in the switch above; nil when the value is refused.
    private func rareValue(
        _ column: RowDecoder.Column, _ type: Int32, _ decoder: RowDecoder, _ layout: RowDecoder.Layout?
    ) throws -> StoredValue? {
        switch column.reading {
        case .integer, .boolean: integerValue(column, type)
        case .double: number(column.column, type).map { .double($0) }
        // Foundation crashes when it prints a date that is not a number.
        case .date: number(column.column, type).flatMap { $0.isNaN ? nil : .date($0) }
        case .decimal: decimalValue(column.column, type)
        case .string: type == SQLITE_BLOB ? nil : .string(string(column.column))
        case .binary: type == SQLITE_BLOB || type == SQLITE_TEXT ? .data(data(column.column)) : nil
        case .externalBinary: try externalValue(column, type, decoder, layout)
        case .uuid: uuidValue(column.column, type)
        case .reference: type == SQLITE_INTEGER ? reference(column, decoder) : nil
        case .any: anyValue(column.column, type)
        }
    }

    private func number(_ column: Int32, _ type: Int32) -> Double? {
        switch type {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, column)
        case SQLITE_TEXT: Double(string(column))
        default: nil
        }
    }

    private func integerValue(_ column: RowDecoder.Column, _ type: Int32) -> StoredValue? {
        let isNumber = type == SQLITE_INTEGER || type == SQLITE_FLOAT
        // SQLite's conversion truncates to 64 bits, where Swift's would trap.
        guard isNumber || Int64(string(column.column)) != nil else { return nil }
        let value = sqlite3_column_int64(handle, column.column)
        return .integer(column.reading == .boolean ? (value == 0 ? 0 : 1) : value)
    }

    private func decimalValue(_ column: Int32, _ type: Int32) -> StoredValue? {
        switch type {
        case SQLITE_INTEGER: .decimal(DecimalBox(Decimal(sqlite3_column_int64(handle, column))))
        case SQLITE_FLOAT:
            Decimal(shortest: sqlite3_column_double(handle, column)).map { .decimal(DecimalBox($0)) }
        case SQLITE_TEXT: decimalValue(ofText: string(column))
        default: nil
        }
    }

    /// The decimal of a text.
    ///
    /// Core Data stores NSDecimalNumber.notANumber as the text NaN.
    private func decimalValue(ofText text: String) -> StoredValue? {
        if text == "NaN" { return .decimal(DecimalBox(.nan)) }
        guard Double(text) != nil else { return nil }
        return Decimal(string: text, locale: nil).map { .decimal(DecimalBox($0)) }
    }

    private func uuidValue(_ column: Int32, _ type: Int32) -> StoredValue? {
        if type == SQLITE_TEXT { return UUID(uuidString: string(column)).map { .uuid($0) } }
        guard type == SQLITE_BLOB, sqlite3_column_bytes(handle, column) == 16,
            let start = sqlite3_column_blob(handle, column)
        else { return nil }
        return .uuid(UUID(uuid: start.loadUnaligned(as: uuid_t.self)))
    }

    private func reference(_ column: RowDecoder.Column, _ decoder: RowDecoder) -> StoredValue {
        var entity = column.destination
        if column.entityColumn >= 0, sqlite3_column_type(handle, column.entityColumn) == SQLITE_INTEGER {
            entity = decoder.entity(of: column, fileNumber: sqlite3_column_int64(handle, column.entityColumn))
        }
        return .reference(
            ObjectKey(
                entity: entity, root: column.destinationRoot,
                number: sqlite3_column_int64(handle, column.column)))
    }

    private func anyValue(_ column: Int32, _ type: Int32) -> StoredValue {
        switch type {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .double(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .string(string(column))
        default: .data(data(column))
        }
    }

    private func externalValue(
        _ column: RowDecoder.Column, _ type: Int32, _ decoder: RowDecoder, _ layout: RowDecoder.Layout?
    ) throws -> StoredValue? {
        guard type == SQLITE_BLOB, let values = connection.externalValueSource else { return nil }
        let names = names(column, decoder, layout)
        return .data(
            try values.value(of: data(column.column), entity: names.entity, property: names.property))
    }

    private func refused(
        _ column: RowDecoder.Column, _ type: Int32, _ decoder: RowDecoder, _ layout: RowDecoder.Layout?
    ) -> StoreError {
        let found =
            switch type {
            case SQLITE_INTEGER: "an integer"
            case SQLITE_FLOAT: "a real number"
            case SQLITE_TEXT: "text"
            default: "a blob of \(sqlite3_column_bytes(handle, column.column)) bytes"
            }
        let names = names(column, decoder, layout)
        let row = layout == nil ? "a row" : "row \(sqlite3_column_int64(handle, 0))"
        return .invalidValue(
            entity: names.entity, property: names.property,
            reason: "\(row) holds \(found) where its type is \(column.reading):"
                + " repair the row, or set the property anew")
    }

    /// The names of a column in errors; a dictionary result has no entity.
    private func names(_ column: RowDecoder.Column, _ decoder: RowDecoder, _ layout: RowDecoder.Layout?) -> (
        entity: String, property: String
    ) {
        guard let layout else { return (decoder.subject, "column \(column.slot + 1)") }
        let entity = decoder.mapping.schema[layout.entity]
        return (entity.name, entity.properties[Int(column.slot)].name)
    }
}
