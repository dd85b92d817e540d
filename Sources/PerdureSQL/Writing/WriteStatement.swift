// SPDX-License-Identifier: Apache-2.0
// Turns the slots of a row into the values of one statement: the counterpart of RowDecoder. RowInserts.swift and
// RowUpdates.swift make the texts; the backend loops over the columns (`PreparedStatement.write`).

import PerdureStore

/// A statement that writes rows of one entity, and the values that it takes from each row.
package final class WriteStatement: Sendable {
    /// The key of a statement in the cache.
    enum Shape: Hashable, Sendable {
        case insertion(entity: Int32)
        case update(UpdateShape)
    }

    /// One placeholder.
    package struct Column: Sendable {
        package enum Part: UInt8, Sendable {
            /// The value of an attribute.
            case value
            /// One of several parts of an attribute's value.
            case leaf
            /// The key of a destination.
            case key
            /// The number of the destination's entity in the file.
            case entity
        }

        package let slot: Int32
        package let part: Part
        package let leaf: Int32
    }

    package let text: String
    package let columns: [Column]
    /// The placeholder of the first column; the caller binds the earlier placeholders.
    package let firstPlaceholder: Int32
    package let entity: Int32
    package let mapping: StoreMapping
    /// The values that may lie in files: their columns then hold only the name of the file.
    let externalColumns: ExternalColumns

    init(
        _ text: String, _ columns: [WriteColumn], firstPlaceholder: Int32, entity: EntityMapping,
        _ mapping: StoreMapping, _ dialect: SQLDialect
    ) {
        self.text = text
        self.columns = columns.map(\.place)
        self.firstPlaceholder = firstPlaceholder
        self.entity = entity.entity
        self.mapping = mapping
        externalColumns = ExternalColumns(columns, of: entity, mapping, dialect)
    }

    /// The error for a value that no column can hold.
    package func unstorable(_ column: Column) -> StoreError {
        let layout = mapping.schema[entity]
        return .invalidValue(
            entity: layout.name, property: layout.properties[Int(column.slot)].name,
            reason: "a value of this kind has no form in a table")
    }
}
