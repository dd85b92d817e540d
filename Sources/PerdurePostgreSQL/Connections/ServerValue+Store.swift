// SPDX-License-Identifier: Apache-2.0
// Values of the shared SQL engine and of rows as values of the client, and back.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ServerValue {
    init(_ binding: SQLBinding) {
        switch binding {
        case .null, .answer: self = .null(.unknown)
        case .integer(let value): self = .int8(value)
        case .real(let value): self = .float8(value)
        case .text(let value): self = .text(value)
        case .blob(let value): self = .bytea(value)
        case .list(let list): self = ServerValue(list)
        case .decimal(let value): self = .numeric(value)
        case .uuid(let value): self = .uuid(value)
        case .boolean(let value): self = .bool(value)
        }
    }

    init(_ list: SQLBoundList) {
        switch list {
        case .integers(let numbers): self = .array(.int8, numbers.map { .int8($0) })
        case .reals(let numbers): self = .array(.float8, numbers.map { .float8($0) })
        case .texts(let texts): self = .array(.text, texts.map { .text($0) })
        case .blobs(let blobs): self = .array(.bytea, blobs.map { .bytea($0) })
        case .decimals(let numbers): self = .array(.numeric, numbers.map { .numeric($0) })
        case .uuids(let uuids): self = .array(.uuid, uuids.map { .uuid($0) })
        }
    }

    /// The value of a row's column.
    ///
    /// - Throws: `StoreError.invalidValue` for a value without a form in a table.
    init(_ row: Row, _ column: WriteStatement.Column, _ definition: WriteStatement) throws {
        let value = row[Int(column.slot)]
        switch column.part {
        case .key:
            guard case .reference(let key) = value else {
                self = .null(.int8)
                return
            }
            self = .int8(key.number)
        case .entity:
            guard case .reference(let key) = value, let entity = definition.mapping[key.entity] else {
                self = .null(.int4)
                return
            }
            self = .int4(entity.fileNumber)
        case .value, .leaf:
            guard
                let leaf = definition.mapping[definition.entity]?.slots[Int(column.slot)].leaves[
                    Int(column.leaf)],
                let value = ServerValue(Self.part(value, leaf.leaf), as: leaf.column.columnType)
            else { throw definition.unstorable(column) }
            self = value
        }
    }

    private static func part(_ value: StoredValue, _ leaf: Int?) -> StoredValue {
        guard let leaf else { return value }
        guard case .composite(let leaves) = value, leaves.indices.contains(leaf) else { return .null }
        return leaves[leaf]
    }

    /// The value of an attribute in a column of a type; nil for a value that the column cannot hold.
    ///
    /// NaN is no value, as everywhere.
    init?(_ value: StoredValue, as type: SQLColumnType) {
        switch (value, type) {
        case (.null, _): self = type.null
        case (.integer(let number), .boolean): self = .bool(number != 0)
        case (.integer(let number), .smallint):
            guard let small = Int16(exactly: number) else { return nil }
            self = .int2(small)
        case (.integer(let number), .integer):
            guard let small = Int32(exactly: number) else { return nil }
            self = .int4(small)
        case (.integer(let number), .bigint): self = .int8(number)
        case (.double(let number), .double), (.date(let number), .double):
            self = number.isNaN ? .null(.float8) : .float8(number)
        case (.decimal(let box), .numeric): self = box.value.isNaN ? .null(.numeric) : .numeric(box.value)
        case (.string(let text), .text): self = .text(text)
        case (.uuid(let uuid), .uuid): self = .uuid(uuid)
        case (.data(let data), .bytea): self = .bytea(data)
        case (.data(let data), .jsonb): self.init(dictionary: data)
        case (.data(let data), _) where type.isArray: self.init(set: data, type)
        default: return nil
        }
    }

    /// A whole number of any width.
    var integer: Int64? {
        switch self {
        case .int2(let value): Int64(value)
        case .int4(let value): Int64(value)
        case .int8(let value): value
        case .bool(let value): value ? 1 : 0
        case .float8(let value): Int64(exactly: value.rounded(.towardZero))
        case .numeric(let value): Int64("\(value)")
        default: nil
        }
    }

    /// Any number as a double.
    var real: Double? {
        switch self {
        case .float8(let value): value
        case .numeric(let value): Double("\(value)")
        default: integer.map(Double.init)
        }
    }

    /// The value as the shared SQL engine knows it.
    var binding: SQLBinding {
        switch self {
        case .text(let text), .jsonb(let text): .text(text)
        case .bytea(let data): .blob(data)
        case .float8(let value): .real(value)
        case .numeric(let value): .decimal(value)
        case .uuid(let value): .uuid(value)
        case .bool, .int2, .int4, .int8: integer.map { .integer($0) } ?? .null
        case .null, .nullArray, .array, .encodedArray, .timestamptz: .null
        }
    }
}
#endif
