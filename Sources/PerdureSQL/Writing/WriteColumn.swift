// SPDX-License-Identifier: Apache-2.0
// The columns that a slot writes, and the binding of a slot's value to them. RowInserts.swift and
// RowUpdates.swift compile lists of them once per statement.

import Foundation
import PerdureStore

/// One column that a statement writes.
struct WriteColumn: Sendable {
    enum Part: UInt8, Sendable {
        /// The value of an attribute.
        case value
        /// The value of an attribute with external storage.
        case externalValue
        /// A leaf of a composite.
        case leaf
        /// The primary key of a destination.
        case key
        /// The number of the destination's entity in the file.
        case entity
    }

    let name: String
    let slot: Int
    let part: Part
    var leaf = 0

    /// The columns that a slot writes; none for a transient or a to-many one.
    static func columns(of slot: Int, _ columns: SlotColumns) -> [WriteColumn] {
        switch columns {
        case .none, .toMany: []
        case .attribute(let attribute): [WriteColumn(attribute, slot)]
        case .composite(let leaves):
            leaves.enumerated().map { WriteColumn(name: $1.name, slot: slot, part: .leaf, leaf: $0) }
        case .toOne(let ends):
            [WriteColumn(name: ends.key, slot: slot, part: .key)]
                + (ends.entity.map { [WriteColumn(name: $0, slot: slot, part: .entity)] } ?? [])
        }
    }

    private init(_ attribute: AttributeColumn, _ slot: Int) {
        name = attribute.name
        self.slot = slot
        part = RowPlan.Reading(attribute) == .externalBinary ? .externalValue : .value
    }

    private init(name: String, slot: Int, part: Part, leaf: Int = 0) {
        self.name = name
        self.slot = slot
        self.part = part
        self.leaf = leaf
    }
}

/// Binds slot values to the columns of one entity's rows.
struct ColumnBinding {
    let mapping: StoreMapping
    let support: any WriteSupport

    func bind(
        _ value: SlotValue, to column: WriteColumn, at index: Int, of statement: any PreparedStatement,
        entity: Int32
    ) throws {
        switch column.part {
        case .value: try bindPlain(value, at: index, of: statement, column, entity)
        case .leaf:
            guard case .composite(let leaves) = value, column.leaf < leaves.count else {
                return try statement.bindNull(at: index)
            }
            try bindPlain(leaves[column.leaf], at: index, of: statement, column, entity)
        case .externalValue:
            guard case .data(let data) = value else {
                return try bindPlain(value, at: index, of: statement, column, entity)
            }
            let names = names(column, entity)
            try statement.bind(
                try support.storeExternal(data, entity: names.entity, property: names.property), at: index)
        case .key:
            guard case .reference(let key) = value else { return try statement.bindNull(at: index) }
            try statement.bind(key.number, at: index)
        case .entity:
            guard case .reference(let key) = value, let destination = mapping[key.entity] else {
                return try statement.bindNull(at: index)
            }
            try statement.bind(Int64(destination.fileNumber), at: index)
        }
    }

    private func bindPlain(
        _ value: SlotValue, at index: Int, of statement: any PreparedStatement, _ column: WriteColumn,
        _ entity: Int32
    ) throws {
        switch value {
        case .integer(let value): try statement.bind(value, at: index)
        case .string(let value): try statement.bind(value, at: index)
        case .double(let value), .date(let value): try statement.bind(value, at: index)
        case .null: try statement.bindNull(at: index)
        default:
            guard let binding = SQLBinding(value) else {
                let names = names(column, entity)
                throw StoreError.invalidValue(
                    entity: names.entity, property: names.property,
                    reason: "a value of this kind has no form in a table")
            }
            try statement.bind(binding, at: index)
        }
    }

    private func names(_ column: WriteColumn, _ entity: Int32) -> (entity: String, property: String) {
        let layout = mapping.schema[entity]
        return (layout.name, layout.properties[column.slot].name)
    }
}

extension SQLBinding {
    /// The form in which a column keeps an attribute's value; nil for values that are no attribute's.
    init?(_ value: SlotValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .double(let value), .date(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .data(let value): self = .blob(value)
        case .uuid(let value): self = .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
        case .decimal(let box): self = Self(decimal: box.value)
        case .reference(let key): self = .integer(key.number)
        case .composite, .object: return nil
        }
    }

    /// A DECIMAL column keeps integers and doubles: digits beyond a double are lost, as in Apple's files.
    private init(decimal: Decimal) {
        let text = decimal.description
        if decimal.isNaN {
            self = .text("NaN")
        } else if let integer = Int64(text) {
            self = .integer(integer)
        } else if let double = Double(text), double.isFinite {
            self = .real(double)
        } else {
            self = .null
        }
    }
}
