// SPDX-License-Identifier: Apache-2.0
// Tables as the file has them, and the entities whose rows they hold. Made by MappingBuilder.swift, kept by
// StoreMapping.swift.

import PerdureStore

/// The table of a root entity and all its subentities.
package struct TableMapping: Sendable, Hashable {
    package let name: String
    /// The schema number of the root entity.
    package let root: Int32
    /// All columns that the model knows, in the file's order; the system columns first.
    package let columns: [ColumnMapping]
    /// Schema numbers of the entities in the table, ascending.
    package let entities: [Int32]
    /// How the versions of rows are found.
    package let versions: RowVersions
}

/// The table of a many-to-many relationship.
package struct JoinTableMapping: Sendable, Hashable {
    package let name: String
    /// The schema number of the entity whose relationship names the table.
    package let entity: Int32
    /// The key of an object of `entity`, and this object's position among the inverse's members.
    package let owner: JoinColumn
    /// The key of the object at the other end, and its position among the relationship's members.
    package let member: JoinColumn
    package let isReflexive: Bool
}

/// A key column of a join table.
package struct JoinColumn: Sendable, Hashable {
    package let key: String
    package let order: String?
}

/// One entity of a store.
package struct EntityMapping: Sendable {
    /// The number in the schema.
    package let entity: Int32
    /// The number in the file.
    package let fileNumber: Int32
    /// The index of the entity's table in `StoreMapping.tables`.
    package let table: Int
    /// One value per slot of the entity's layout.
    package let slots: [SlotColumns]
    /// The numbers in the file of the entity and its descendants, ascending.
    package let subtree: [Int32]
}
