// SPDX-License-Identifier: Apache-2.0
// Why the rows of a store do not fit the next version of their model (RowCheck.swift). Engines throw it; the store is as before.

/// Rows that keep a migration from being done.
package struct MigrationFailure: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// A required attribute would have no value.
        case missingValue
        /// A required to-one relationship would have no destination.
        case missingMember
        /// A number does not fit the new type.
        case outOfRange
        /// The entity has become abstract.
        case abstractEntity
        /// Rows are equal under a uniqueness constraint, whose attributes are named here.
        case duplicates([String])
    }

    /// A row, by its entity in the source and its key.
    package struct Row: Sendable, Hashable {
        package let entity: Int32
        package let key: Int64

        package init(entity: Int32, key: Int64) {
            self.entity = entity
            self.key = key
        }
    }

    package let reason: Reason
    /// The name of the entity in the destination.
    package let entity: String
    /// The name in the destination, with dots before elements; nil for a whole row.
    package let property: String?
    /// Up to ten rows, by key.
    package let rows: [Row]

    package init(_ reason: Reason, entity: String, property: String? = nil, rows: [Row]) {
        self.reason = reason
        self.entity = entity
        self.property = property
        self.rows = rows
    }
}
