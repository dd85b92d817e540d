// SPDX-License-Identifier: Apache-2.0
// The bits of ZCOLUMNS that stand for slots, and the columns of ACHANGE that hold values of a deleted row.

import Foundation
import PerdureSQL
import PerdureStore

/// The layout of one entity in a history.
struct HistoryLayout: Sendable {
    /// The slots of stored properties, including to-many relationships, sorted by name: bit n stands for the n-th slot.
    let slots: [Int]
    /// Slot → bit; negative for a transient property.
    private let bits: [Int]
    /// The attributes whose last values are kept, sorted by name: ZTOMBSTONEn holds the n-th value.
    let preserved: [Preserved]

    struct Preserved: Sendable {
        let slot: Int
        let type: StoredAttributeType
        /// nil for a value that histories do not keep: a composite, or a value that may lie in a file.
        let column: String?
    }

    init(_ layout: EntityLayout, _ entity: EntityMapping) {
        let properties = layout.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }
        slots = properties.map(\.slot)
        var bits = [Int](repeating: -1, count: layout.properties.count)
        for (bit, slot) in slots.enumerated() { bits[slot] = bit }
        self.bits = bits
        preserved = properties.compactMap { property in
            guard let attribute = property.attribute, attribute.isPreserved else { return nil }
            return Preserved(
                slot: property.slot, type: attribute.type, column: Self.column(entity.slots[property.slot]))
        }
    }

    /// The layouts of a store's entities, in the order of the schema; nil for an entity that the store does not hold.
    static func all(_ mapping: StoreMapping) -> [HistoryLayout?] {
        zip(mapping.schema.entities, mapping.entities).map { layout, entity in
            entity.map { HistoryLayout(layout, $0) }
        }
    }

    /// How many columns a store needs for values of deleted rows.
    static func tombstones(_ mapping: StoreMapping) -> Int {
        all(mapping).compactMap { $0?.preserved.count }.max() ?? 0
    }

    private static func column(_ columns: SlotColumns) -> String? {
        guard case .attribute(let column) = columns, !column.form.mayLieInFile else { return nil }
        return column.name
    }

    /// The bits of some slots: the first is the most significant one of the first byte.
    func columns(_ changed: [Int]) -> Data {
        var bytes = Data(repeating: 0, count: (slots.count + 7) / 8)
        for slot in changed where bits.indices.contains(slot) && bits[slot] >= 0 {
            bytes[bits[slot] / 8] |= 0x80 >> UInt8(bits[slot] % 8)
        }
        return bytes
    }

    /// The slots of some bits, ascending; bits beyond the entity's properties belong to another model.
    func slots(_ columns: Data) -> [Int] {
        slots.indices.filter { bit in
            let place = columns.startIndex + bit / 8
            return place < columns.endIndex && columns[place] & (0x80 >> UInt8(bit % 8)) != 0
        }.map { slots[$0] }.sorted()
    }
}

extension StoredValue {
    /// A preserved value from ZTOMBSTONEn; null when it does not fit the attribute.
    init(preserved value: SQLBinding, type: StoredAttributeType) {
        self = Self.preserved(value, type) ?? .null
    }

    private static func preserved(_ value: SQLBinding, _ type: StoredAttributeType) -> StoredValue? {
        switch (type, value) {
        case (.date, .integer(let number)): .date(Double(number))
        case (.date, .real(let number)): .date(number)
        case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
        case (.double, .real(let number)), (.float, .real(let number)): .double(number)
        case (.decimal, .integer(let number)): .decimal(DecimalBox(Decimal(number)))
        case (.decimal, .real(let number)):
            Decimal(shortest: number).map { .decimal(DecimalBox($0)) }
        case (.decimal, .text("NaN")): .decimal(DecimalBox(.nan))
        case (.string, .text(let text)), (.uri, .text(let text)): .string(text)
        case (.uuid, .blob(let bytes)) where bytes.count == 16:
            .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.uuid, .text(let text)): UUID(uuidString: text).map { .uuid($0) }
        case (.binary, .blob(let bytes)), (.transformable, .blob(let bytes)): .data(bytes)
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
            (.integer64, .integer(let number)):
            .integer(number)
        case (.boolean, .integer(let number)): .integer(number == 0 ? 0 : 1)
        default: nil
        }
    }
}
