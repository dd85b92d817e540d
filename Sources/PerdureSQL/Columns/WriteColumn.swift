// SPDX-License-Identifier: Apache-2.0
// The columns that a slot writes, and the form of values in them. Writing/RowInserts.swift and RowUpdates.swift compile lists
// of these columns once per statement (WriteStatement.swift).

import Foundation
import PerdureStore

/// One column that a statement writes.
package struct WriteColumn: Sendable {
    package let name: String
    package let slot: Int
    package let part: WriteStatement.Column.Part
    /// The place among the parts of a composite value.
    package var leaf = 0
    /// Whether the column may hold the name of a file instead of the value.
    ///
    /// The row has the name before it is written.
    var mayLieInFile = false

    /// The columns that a slot writes; empty for a transient or a to-many slot.
    package static func columns(of slot: Int, _ columns: SlotColumns) -> [WriteColumn] {
        guard case .toOne(let ends) = columns else { return columns.leaves.map { WriteColumn($0, slot) } }
        return [WriteColumn(name: ends.key, slot: slot, part: .key)]
            + (ends.entity.map { [WriteColumn(name: $0, slot: slot, part: .entity)] } ?? [])
    }

    /// The column as a placeholder of a statement.
    var place: WriteStatement.Column {
        WriteStatement.Column(slot: Int32(slot), part: part, leaf: Int32(leaf))
    }

    private init(_ leaf: LeafColumn, _ slot: Int) {
        name = leaf.column.name
        self.slot = slot
        part = leaf.leaf == nil ? .value : .leaf
        self.leaf = leaf.leaf ?? 0
        mayLieInFile = leaf.leaf == nil && leaf.column.form.mayLieInFile
    }

    private init(name: String, slot: Int, part: WriteStatement.Column.Part) {
        self.name = name
        self.slot = slot
        self.part = part
    }
}

extension SQLBinding {
    /// The form of an attribute's value in a column; nil for a value that no attribute can have.
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

    /// Makes the form of a decimal.
    ///
    /// A DECIMAL column holds integers and doubles: digits beyond a double are lost, as in Apple's files.
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
