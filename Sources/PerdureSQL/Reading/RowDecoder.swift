// SPDX-License-Identifier: Apache-2.0
// The decoder that turns the columns of a result into the slots of rows. It is compiled once per statement from RowColumns
// (RowDecoder+Compiling.swift); the backend loops over it (`PreparedStatement.readRows`).

import PerdureStore

/// How a result's columns become rows.
///
/// Column 0 is the key.
package final class RowDecoder: Sendable {
    package struct Column: Sendable {
        /// The column of the result.
        package let column: Int32
        package let slot: Int32
        package let reading: ColumnReading
        /// The column's place among the leaves of a composite slot, or -1.
        package var leaf: Int32 = -1
        /// The column with the entity of a reference's destination, or -1 when `destination` is the entity.
        package var entityColumn: Int32 = -1
        /// The schema numbers of a reference's destination and of its root.
        package var destination: Int32 = 0
        package var destinationRoot: Int32 = 0

        package init(column: Int, slot: Int, reading: ColumnReading) {
            self.column = Int32(column)
            self.slot = Int32(slot)
            self.reading = reading
        }
    }

    /// The columns of one concrete entity, and how many slots its rows have.
    ///
    /// A class, because the loop over rows must not copy its arrays.
    package final class Layout: Sendable {
        package let entity: Int32
        package let root: Int32
        package let slotCount: Int
        /// The columns in ascending order of slots, then of leaves.
        package let columns: [Column]
        /// The number of leaves of each composite slot.
        package let leafCounts: [Int: Int]

        init(entity: Int32, root: Int32, slotCount: Int, columns: [Column], leafCounts: [Int: Int]) {
            self.entity = entity
            self.root = root
            self.slotCount = slotCount
            self.columns = columns
            self.leafCounts = leafCounts
        }
    }

    package let mapping: StoreMapping
    /// The column with the number of the row's entity, or -1 where each table has the rows of one entity.
    package let entityColumn: Int32
    /// The column with the row's version.
    package let versionColumn: Int32
    /// The layouts by the number in the entity column; nil for a number that is not valid there.
    package let layouts: [Layout?]
    /// The layout of a hierarchy of one entity: it serves all rows, whatever their entity column says.
    private let onlyLayout: Layout?
    /// The name for error messages about a row with an unknown entity.
    package let subject: String
    /// The lowest key that a row may have: a fetch finds objects, whose keys begin with 1, and a read by key what it asks for.
    package let lowestKey: Int64

    package init(mapping: StoreMapping, layouts: [Layout?], subject: String, lowestKey: Int64 = .min) {
        self.lowestKey = lowestKey
        self.mapping = mapping
        entityColumn = mapping.system.entity == nil ? -1 : 1
        versionColumn = Int32(mapping.system.versionIndex)
        self.layouts = layouts
        let known = layouts.compactMap { $0 }
        onlyLayout = known.count == 1 ? known[0] : nil
        self.subject = subject
    }

    /// The layout of a row.
    ///
    /// Real stores have rows with entity numbers of an earlier model; `store check` reports them.
    package func layout(fileNumber: Int64) -> Layout? {
        guard fileNumber > 0, fileNumber < Int64(layouts.count) else { return onlyLayout }
        return layouts[Int(fileNumber)] ?? onlyLayout
    }

    /// The concrete entity of a reference, from the value of its entity column.
    package func entity(of column: Column, fileNumber: Int64) -> Int32 {
        mapping.concreteEntity(fileNumber: fileNumber, expected: column.destination)
    }
}
