// SPDX-License-Identifier: Apache-2.0
// The columns that a slot writes, and the form of values in them. RowInserts.swift and RowUpdates.swift compile
// lists of them once per statement (WritePlan.swift).

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

    /// The same as the placeholder of a statement.
    ///
    /// What stands in the column for an external value is put into the row before.
    var place: WritePlan.Column {
        let part: WritePlan.Column.Part =
            switch self.part {
            case .value, .externalValue: .value
            case .leaf: .leaf
            case .key: .key
            case .entity: .entity
            }
        return WritePlan.Column(slot: Int32(slot), part: part, leaf: Int32(leaf))
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
        case .composite: return nil
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
