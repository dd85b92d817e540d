// SPDX-License-Identifier: Apache-2.0
// One column of many rows as one parameter (PG-72). ArrayTexts.swift has the statements that take such parameters.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A column that a statement writes, for many rows at once.
struct ArrayColumn: Sendable {
    let name: String
    let type: SQLColumnType
    let slot: Int
    /// Whether the column holds the number of a reference's entity.
    let isEntity: Bool
    /// The place among the leaves of a composite value.
    let leaf: Int?

    /// The columns of some slots of an entity.
    static func columns(of slots: some Sequence<Int>, _ entity: EntityMapping) -> [ArrayColumn] {
        slots.flatMap { slot in
            WriteColumn.columns(of: slot, entity.slots[slot]).compactMap { ArrayColumn($0, entity) }
        }
    }

    private init?(_ column: WriteColumn, _ entity: EntityMapping) {
        name = column.name
        slot = column.slot
        isEntity = column.part == .entity
        switch column.part {
        case .key: (type, leaf) = (.bigint, nil)
        case .entity: (type, leaf) = (.integer, nil)
        case .value, .leaf:
            let leaves = entity.slots[column.slot].leaves
            guard leaves.indices.contains(column.leaf) else { return nil }
            type = leaves[column.leaf].column.columnType
            leaf = leaves[column.leaf].leaf
        }
    }

    /// The values of rows.
    ///
    /// - Throws: `StoreError.invalidValue` for a value that the column cannot hold.
    func array(_ rows: some RandomAccessCollection<Row>, _ mapping: StoreMapping) throws -> ServerValue {
        var array = ArrayBytes(type.arrayElement, capacity: rows.count)
        for row in rows {
            var value = row[slot]
            if let leaf { value = Self.leaf(leaf, of: value) }
            guard try append(value, to: &array, mapping) else { throw unstorable(value, row, mapping) }
        }
        return array.value()
    }

    static func leaf(_ leaf: Int, of value: StoredValue) -> StoredValue {
        guard case .composite(let leaves) = value, leaves.indices.contains(leaf) else { return .null }
        return leaves[leaf]
    }

    /// Appends a value; false for one that the column cannot hold.
    @inline(__always)
    private func append(_ value: StoredValue, to array: inout ArrayBytes, _ mapping: StoreMapping) throws
        -> Bool
    {
        switch (value, type) {
        case (.null, _): array.appendNull()
        case (.string(let text), .text): return array.append(text)
        case (.integer(let number), .bigint): array.append(number)
        case (.double(let number), .double), (.date(let number), .double):
            if number.isNaN { array.appendNull() } else { array.append(number) }
        case (.integer(let number), .boolean): array.append(number != 0)
        case (.reference(let key), _):
            guard isEntity else {
                array.append(key.number)
                return true
            }
            guard let number = mapping[key.entity]?.fileNumber else { return false }
            array.append(number)
        default:
            guard let value = ServerValue(value, as: type) else { return false }
            try array.append(type.element(value))
        }
        return true
    }

    private func unstorable(_ value: StoredValue, _ row: Row, _ mapping: StoreMapping) -> StoreError {
        let layout = mapping.schema[row.key.entity]
        let reason =
            if case .string = value {
                "a text with U+0000 has no form on a PostgreSQL server; remove the character"
            } else { "a value of this kind has no form in a column of the type \(type.text)" }
        return .invalidValue(
            entity: layout.name, property: layout.properties[slot].name,
            reason: "row \(row.key.number): \(reason)")
    }
}
#endif
