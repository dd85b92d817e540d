// SPDX-License-Identifier: Apache-2.0
// The columns that a slot writes, and the form of values in them. Writing/RowInserts.swift and RowUpdates.swift compile
// lists of them once per statement (WritePlan.swift).

import Foundation
import PerdureStore

/// One column that a statement writes.
struct WriteColumn: Sendable {
    let name: String
    let slot: Int
    let part: WritePlan.Column.Part
    /// The place among the parts of the slot's value, where there are several.
    var leaf = 0
    /// Whether what stands in the column may be no more than the name of a file; it is put into the row before.
    var liesApart = false

    /// The columns that a slot writes; none for a transient or a to-many one.
    static func columns(of slot: Int, _ columns: SlotColumns) -> [WriteColumn] {
        guard case .toOne(let ends) = columns else { return columns.leaves.map { WriteColumn($0, slot) } }
        return [WriteColumn(name: ends.key, slot: slot, part: .key)]
            + (ends.entity.map { [WriteColumn(name: $0, slot: slot, part: .entity)] } ?? [])
    }

    /// The same as the placeholder of a statement.
    var place: WritePlan.Column { WritePlan.Column(slot: Int32(slot), part: part, leaf: Int32(leaf)) }

    private init(_ leaf: LeafColumn, _ slot: Int) {
        name = leaf.column.name
        self.slot = slot
        part = leaf.leaf == nil ? .value : .leaf
        self.leaf = leaf.leaf ?? 0
        liesApart = leaf.leaf == nil && leaf.column.form.liesApart
    }

    private init(name: String, slot: Int, part: WritePlan.Column.Part) {
        self.name = name
        self.slot = slot
        self.part = part
    }
}

extension SQLBinding {
    /// The form in which a column keeps an attribute's value; nil for values that are no attribute's.
    package init?(_ value: StoredValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .double(let value), .date(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .data(let value): self = .blob(value)
        case .uuid(let value): self = .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
        case .decimal(let box): self = Self(decimal: box.value)
        case .reference(let key): self = .integer(key.number)
        default: return nil
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
