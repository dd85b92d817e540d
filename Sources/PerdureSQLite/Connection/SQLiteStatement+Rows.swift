// SPDX-License-Identifier: Apache-2.0
// The loop that turns result rows into objects' rows. It is the hottest code of a fetch, so it uses no dictionary, no generic
// call and no growing array per row. SQLiteStatement+Values.swift converts the storage classes.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteStatement {
    func readRows(_ decoder: RowDecoder, into rows: inout [Row]) throws {
        var owners: [Int64] = []
        _ = try readRows(decoder, ownerColumn: -1, .max, &rows, &owners)
    }

    func readRows(_ decoder: RowDecoder, atMost count: Int, into rows: inout [Row]) throws -> Bool {
        var owners: [Int64] = []
        return try readRows(decoder, ownerColumn: -1, count, &rows, &owners)
    }

    func readMembers(_ decoder: RowDecoder, ownerColumn: Int, into members: inout MemberRows) throws {
        _ = try readRows(decoder, ownerColumn: Int32(ownerColumn), .max, &members.rows, &members.owners)
    }

    /// Reads rows, and the owner numbers in a column unless the column is negative; returns whether more may follow.
    @inline(__always)
    private func readRows(
        _ decoder: RowDecoder, ownerColumn: Int32, _ most: Int, _ rows: inout [Row], _ owners: inout [Int64]
    ) throws -> Bool {
        var isOver = true
        defer { if isOver { reset() } }
        var layout: RowDecoder.Layout?
        var entity = Int64.min
        while try step() {
            let found = decoder.entityColumn < 0 ? 0 : sqlite3_column_int64(handle, decoder.entityColumn)
            if found != entity || layout == nil {
                layout = try knownLayout(found, decoder)
                guard layout != nil else { continue }
                entity = found
            }
            guard try hasKey(decoder) else { continue }
            // The lines above have set it or thrown.
            rows.append(try row(decoder, layout!))
            if ownerColumn >= 0 { owners.append(sqlite3_column_int64(handle, ownerColumn)) }
            if rows.count >= most {
                isOver = false
                break
            }
        }
        return !isOver
    }

    /// The layout of a row; nil for a row that is left out, because its entity is unknown and somebody hears of it.
    private func knownLayout(_ entity: Int64, _ decoder: RowDecoder) throws -> RowDecoder.Layout? {
        do { return try layoutOfRow(entity, decoder) } catch let error as StoreError {
            guard let hear = connection.onUnreadable else { throw error }
            hear(error)
            return nil
        }
    }

    /// Whether the row has the key of an object; false for a row that is left out, as one of an unknown entity is.
    @inline(__always)
    private func hasKey(_ decoder: RowDecoder) throws -> Bool {
        let number = sqlite3_column_int64(handle, 0)
        if number >= decoder.lowestKey { return true }
        let error = StoreError.foreignKey(number, decoder.subject, decoder.mapping.system)
        guard let hear = connection.onUnreadable else { throw error }
        hear(error)
        return false
    }

    private func layoutOfRow(_ entity: Int64, _ decoder: RowDecoder) throws -> RowDecoder.Layout {
        if let layout = decoder.layout(fileNumber: entity) { return layout }
        throw StoreError.invalidValue(
            entity: decoder.subject, property: "Z_ENT",
            reason:
                "row \(sqlite3_column_int64(handle, 0)) says it is of entity \(entity), which this hierarchy"
                + " does not have: run `perdure store check`")
    }

    @inline(__always)
    private func row(_ decoder: RowDecoder, _ layout: RowDecoder.Layout) throws -> Row {
        let block = RowBlock.make(
            key: ObjectKey(
                entity: layout.entity, root: layout.root, number: sqlite3_column_int64(handle, 0)),
            version: sqlite3_column_int64(handle, decoder.versionColumn), count: layout.slotCount)
        try fill(block.slots, decoder, layout)
        return Row(block)
    }

    @inline(__always)
    private func fill(
        _ slots: UnsafeMutablePointer<StoredValue>, _ decoder: RowDecoder, _ layout: RowDecoder.Layout
    ) throws {
        try layout.columns.withUnsafeBufferPointer { columns in
            var index = 0
            while index < columns.count {
                let slot = Int(columns[index].slot)
                if columns[index].leaf < 0 {
                    // The slot is null before, so it needs no deinitialization.
                    (slots + slot).initialize(to: try value(columns[index], decoder, layout))
                    index += 1
                } else {
                    (slots + slot).initialize(to: try composite(columns, &index, decoder, layout))
                }
            }
        }
    }

    /// The value of one composite slot; null when all of its leaves are null.
    private func composite(
        _ columns: UnsafeBufferPointer<RowDecoder.Column>, _ index: inout Int, _ decoder: RowDecoder,
        _ layout: RowDecoder.Layout
    ) throws -> StoredValue {
        let slot = columns[index].slot
        var leaves = [StoredValue](repeating: .null, count: layout.leafCounts[Int(slot)] ?? 0)
        while index < columns.count, columns[index].slot == slot {
            let leaf = Int(columns[index].leaf)
            if leaf < leaves.count { leaves[leaf] = try value(columns[index], decoder, layout) }
            index += 1
        }
        return leaves.allSatisfy(\.isNull) ? .null : .composite(leaves)
    }

    func readTuples(_ columns: [RowDecoder.Column], count: Int, mapping: StoreMapping) throws
        -> [[StoredValue]]
    {
        defer { reset() }
        let decoder = RowDecoder(mapping: mapping, layouts: [], subject: "result")
        var tuples: [[StoredValue]] = []
        while try step() {
            var tuple = [StoredValue](repeating: .null, count: count)
            for column in columns {
                let value = try cell(column, decoder, of: tuples.count)
                guard column.leaf >= 0 else {
                    tuple[Int(column.slot)] = value
                    continue
                }
                var leaves: [StoredValue] = []
                if case .composite(let present) = tuple[Int(column.slot)] { leaves = present }
                tuple[Int(column.slot)] = .composite(leaves + [value])
            }
            tuples.append(tuple)
        }
        return tuples
    }

    /// The value of a column in a tuple; null where it cannot be read and somebody hears of it.
    private func cell(_ column: RowDecoder.Column, _ decoder: RowDecoder, of tuple: Int) throws -> StoredValue
    {
        do { return try value(column, decoder, nil) } catch let error as StoreError {
            let cell = UnreadableCell(tuple: tuple, column: Int(column.slot), error: error)
            guard let hear = connection.onUnreadable else { throw cell }
            hear(cell)
            return .null
        }
    }
}
