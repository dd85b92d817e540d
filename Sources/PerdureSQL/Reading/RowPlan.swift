// SPDX-License-Identifier: Apache-2.0
// How the columns of a result become the slots of rows: compiled once per statement. The loop over
// it is the backend's (`PreparedStatement.readRows`).

import PerdureStore

/// How a result's columns become rows. Column 0 is the key, column 1 the entity, column 2 the version.
package struct RowPlan: Sendable {
    /// What a column is read as.
    package enum Reading: UInt8, Sendable {
        case integer, boolean, double, decimal, string, date, binary, externalBinary, uuid, reference
    }

    package struct Column: Sendable {
        /// The column of the result.
        package let column: Int32
        package let slot: Int32
        package let reading: Reading
        /// The element, when the slot is a composite: the column's place among the leaves.
        package let leaf: Int32
        /// The column with the entity of a reference's destination, or -1: then it is `destination`.
        package let entityColumn: Int32
        /// The schema's number of the destination, and of its root.
        package let destination: Int32
        package let destinationRoot: Int32

        package init(
            column: Int, slot: Int, reading: Reading, leaf: Int = -1, entityColumn: Int = -1,
            destination: Int32 = 0, destinationRoot: Int32 = 0
        ) {
            self.column = Int32(column)
            self.slot = Int32(slot)
            self.reading = reading
            self.leaf = Int32(leaf)
            self.entityColumn = Int32(entityColumn)
            self.destination = destination
            self.destinationRoot = destinationRoot
        }
    }

    /// The columns of one concrete entity, and how many slots its rows have.
    package struct Layout: Sendable {
        package let entity: Int32
        package let slotCount: Int
        /// In ascending order of slots, then leaves.
        package let columns: [Column]
        /// For each composite slot the number of its leaves.
        package let composites: [Int: Int]

        package init(entity: Int32, slotCount: Int, columns: [Column], composites: [Int: Int] = [:]) {
            self.entity = entity
            self.slotCount = slotCount
            self.columns = columns
            self.composites = composites
        }
    }

    package let schema: Schema
    package let root: Int32
    /// What may stand in the entity column, and what it means; indexed by the number in the file.
    package let layouts: [Int64: Layout]
    /// The file's entity numbers as the schema's; for references whose entity is a column.
    package let entityNumbers: [Int64: Int32]

    package init(
        schema: Schema, root: Int32, layouts: [Int64: Layout], entityNumbers: [Int64: Int32]
    ) {
        self.schema = schema
        self.root = root
        self.layouts = layouts
        self.entityNumbers = entityNumbers
    }
}
