// SPDX-License-Identifier: Apache-2.0
// How the columns of a result become slots of rows. It is compiled with the statement, so a reader only moves values.
// FetchTranslator.swift makes it; the engine's reader uses it.

import PerdureStore

/// The columns of a statement that reads rows: the system columns first (SystemColumns.swift), values follow.
package struct RowColumns: Sendable {
    /// All column names, in the order of the result.
    package let names: [String]
    /// The columns by the entity's number in the file; nil for an entity outside of the result.
    package let byEntity: [EntityRowColumns?]

    /// The columns for a row of an entity.
    @inlinable package func entityColumns(fileNumber: Int64) -> EntityRowColumns? {
        guard fileNumber > 0, fileNumber < Int64(byEntity.count) else { return nil }
        return byEntity[Int(fileNumber)]
    }
}

/// Which column belongs to which slot, for the rows of one concrete entity.
package struct EntityRowColumns: Sendable {
    package let entity: Int32
    package let root: Int32
    package let slotCount: Int
    /// The values in ascending order of slots.
    ///
    /// A slot that is not listed is null.
    package let moves: [ColumnMove]
}

/// One value of a row.
package struct ColumnMove: Sendable {
    package let slot: Int
    package let source: ColumnSource
}

/// How to read one value from a result.
package indirect enum ColumnSource: Sendable {
    case value(column: Int, AttributeColumn)
    /// The parts of a composite value.
    case parts([ColumnSource])
    /// A reference. `entityColumn` holds the number of its entity; without the column, or when it is null, `destination` is
    /// the entity.
    case reference(column: Int, entityColumn: Int?, destination: Int32)
    /// A computed value, read as `type`.
    case computed(column: Int, type: StoredAttributeType)
}
