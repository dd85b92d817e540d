// SPDX-License-Identifier: Apache-2.0
// Rows from a server straight into row blocks, while they come (PG-101, PG-102). Common types are read without a value in
// between; the others by ServerStatement+Rows.swift's way.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Collects the rows of one statement.
final class RowStream {
    private let decoder: RowDecoder
    private let ownerColumn: Int
    private let keys: SessionKeys?
    private(set) var rows: [Row] = []
    private(set) var owners: [Int64] = []
    /// The types of the columns; they are the same for all parts of a result.
    private var types: [UInt32] = []

    init(_ decoder: RowDecoder, ownerColumn: Int, keys: SessionKeys?) {
        self.keys = keys
        self.decoder = decoder
        self.ownerColumn = ownerColumn
    }

    /// Takes the next rows.
    func add(_ part: ServerRows) throws {
        if types.isEmpty { try noteTypes(part) }
        for row in 0..<part.count {
            rows.append(try decoded(part, row))
            if ownerColumn >= 0 { owners.append(try number(part, row, ownerColumn)) }
        }
    }

    /// The first row, which must be there, without keeping it.
    func firstRow(of part: ServerRows) throws -> Row {
        if types.isEmpty { try noteTypes(part) }
        return try decoded(part, 0)
    }

    private func noteTypes(_ part: ServerRows) throws {
        let count = part.columnCount
        var types: [UInt32] = []
        types.reserveCapacity(count)
        for column in 0..<count {
            guard let type = part.type(ofColumn: column) else {
                throw PostgreSQLError.invalidValue(
                    what: "column \(column + 1)", reason: "the server sent it as a text")
            }
            types.append(type)
        }
        self.types = types
    }

    private func decoded(_ part: ServerRows, _ row: Int) throws -> Row {
        let entity = decoder.entityColumn < 0 ? 0 : try number(part, row, Int(decoder.entityColumn))
        let key = try number(part, row, 0)
        guard key >= decoder.lowestKey else {
            throw StoreError.foreignKey(key, decoder.subject, decoder.mapping.system)
        }
        guard let layout = decoder.layout(fileNumber: entity) else {
            throw StoreError.invalidValue(
                entity: decoder.subject, property: "entity",
                reason: "row \(key) says it is of entity \(entity), which this hierarchy does not have")
        }
        let block = RowBlock.make(
            key: ObjectKey(entity: layout.entity, root: layout.root, number: key),
            version: try number(part, row, Int(decoder.versionColumn)), count: layout.slotCount)
        let slots = block.slots
        for column in layout.columns {
            let value = try value(part, row, column, layout)
            if column.leaf < 0 {
                slots[Int(column.slot)] = value
            } else if !value.isNull {
                set(value, column, layout, slots)
            }
        }
        return Row(block)
    }

    /// Puts a leaf into its composite value, which is null until a leaf has a value.
    private func set(
        _ value: StoredValue, _ column: RowDecoder.Column, _ layout: RowDecoder.Layout,
        _ slots: UnsafeMutablePointer<StoredValue>
    ) {
        let slot = Int(column.slot)
        var leaves = [StoredValue](repeating: .null, count: layout.leafCounts[slot] ?? 0)
        if case .composite(let present) = slots[slot] { leaves = present }
        if Int(column.leaf) < leaves.count { leaves[Int(column.leaf)] = value }
        slots[slot] = .composite(leaves)
    }

    // MARK: Values

    @inline(__always)
    private func value(
        _ part: ServerRows, _ row: Int, _ column: RowDecoder.Column, _ layout: RowDecoder.Layout
    ) throws -> StoredValue {
        let place = Int(column.column)
        guard place < types.count else { throw unexpected(column, layout) }
        guard let bytes = part.bytes(row, place) else { return .null }
        switch (column.reading, types[place]) {
        case (.string, ServerType.text.rawValue):
            if let text = bytes.utf8Text { return .string(text) }
        case (.integer, ServerType.int8.rawValue) where bytes.count == 8:
            return .integer(bytes.number())
        case (.integer, ServerType.int4.rawValue) where bytes.count == 4:
            return .integer(Int64(bytes.number() as Int32))
        case (.double, ServerType.float8.rawValue) where bytes.count == 8:
            let number = Double(bitPattern: bytes.number() as UInt64)
            return number.isNaN ? .null : .double(number)
        case (.date, ServerType.float8.rawValue) where bytes.count == 8:
            let number = Double(bitPattern: bytes.number() as UInt64)
            return number.isNaN ? .null : .date(number)
        case (.boolean, ServerType.bool.rawValue) where bytes.count == 1:
            return .integer(bytes[0] == 0 ? 0 : 1)
        default: break
        }
        return try slowValue(bytes, part, row, column, layout)
    }

    @inline(never)
    private func slowValue(
        _ bytes: UnsafeRawBufferPointer, _ part: ServerRows, _ row: Int, _ column: RowDecoder.Column,
        _ layout: RowDecoder.Layout
    ) throws -> StoredValue {
        let found: ServerValue
        do {
            found = try ServerValue(bytes, oid: types[Int(column.column)], what: "")
        } catch PostgreSQLError.invalidValue(_, let reason) {
            throw invalid(column, layout, reason)
        }
        if let value = try StoredValue(found, column, { try self.reference(part, row, column) }) {
            return value
        }
        throw unexpected(column, layout)
    }

    private func reference(_ part: ServerRows, _ row: Int, _ column: RowDecoder.Column) throws -> ObjectKey {
        var entity = column.destination
        if column.entityColumn >= 0, part.bytes(row, Int(column.entityColumn)) != nil {
            entity = decoder.entity(
                of: column, fileNumber: try number(part, row, Int(column.entityColumn)))
        }
        return ObjectKey(
            entity: entity, root: column.destinationRoot, number: try number(part, row, Int(column.column)))
    }

    /// A whole number of any width, or the number of a key that is none; 0 for a null.
    private func number(_ part: ServerRows, _ row: Int, _ column: Int) throws -> Int64 {
        guard column < types.count, let bytes = part.bytes(row, column) else { return 0 }
        switch types[column] {
        case ServerType.int8.rawValue where bytes.count == 8: return bytes.number()
        case ServerType.int4.rawValue where bytes.count == 4: return Int64(bytes.number() as Int32)
        default:
            return try ServerValue(bytes, oid: types[column], what: "column \(column + 1)").number(keys) ?? 0
        }
    }

    // MARK: Errors

    private func name(_ column: RowDecoder.Column, _ layout: RowDecoder.Layout) -> String {
        decoder.mapping.schema[layout.entity].properties[Int(column.slot)].name
    }

    private func unexpected(_ column: RowDecoder.Column, _ layout: RowDecoder.Layout) -> StoreError {
        let place = Int(column.column)
        let found = place < types.count ? "a value of the type \(types[place])" : "no such column"
        return invalid(column, layout, "the server sent \(found) where its type is \(column.reading)")
    }

    private func invalid(_ column: RowDecoder.Column, _ layout: RowDecoder.Layout, _ reason: String)
        -> StoreError
    {
        .invalidValue(
            entity: decoder.mapping.schema[layout.entity].name, property: name(column, layout),
            reason: reason)
    }
}

extension UnsafeRawBufferPointer {
    /// A whole number, the highest byte first; the caller has looked at the count.
    fileprivate func number<T: FixedWidthInteger>() -> T { T(bigEndian: loadUnaligned(as: T.self)) }
}
#endif
