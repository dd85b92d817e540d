// SPDX-License-Identifier: Apache-2.0
// The columns that belong to one slot of an entity. StoreMapping.swift holds one value per slot;
// TableMapping.swift lists the columns of a whole table.

import PerdureStore

/// The declared type of a column.
///
/// The backend counts its types, and has the words for them: a mapping has many columns, and stays small.
package struct SQLColumnType: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// One column of a table.
package struct ColumnMapping: Sendable, Hashable {
    package let name: String
    package let type: SQLColumnType

    package init(_ name: String, _ type: SQLColumnType) {
        self.name = name
        self.type = type
    }
}

/// The column of an attribute, or of one leaf of a composite attribute.
package struct AttributeColumn: Sendable, Hashable {
    package let name: String
    package let columnType: SQLColumnType
    package let type: AttributeType
    /// How it is read and compared, and where its values lie.
    package let form: ColumnForm
    /// The element names below the property; empty for a plain attribute.
    package let path: [String]
}

/// The columns of a to-one relationship.
package struct ToOneColumns: Sendable, Hashable {
    /// Holds the destination's key.
    package let key: String
    /// Holds the destination's entity, as its number in the file; there when the destination entity has subentities.
    package let entity: String?
    /// Holds the row's position in the destination's ordered inverse.
    package let order: String?
    package let destination: Int32
}

/// Where the members of a to-many relationship are found.
package enum ToManyColumns: Sendable, Hashable {
    /// In a key column of the destination's table.
    case foreignKey(MemberKey)
    /// In a join table.
    case joinTable(JoinLink)
}

/// A key column of the members' table that holds the owner's key.
package struct MemberKey: Sendable, Hashable {
    /// The index of the members' table in `StoreMapping.tables`.
    package let table: Int
    package let key: String
    /// Holds the owner's entity; there when the key is a to-one relationship to an entity with subentities.
    package let entity: String?
    package let order: String?
    package let destination: Int32
    /// The slot of the members that owns the key; nil for a relationship without inverse, whose key is no
    /// slot's.
    package let slot: Int?
}

/// A to-many relationship's view of its join table.
package struct JoinLink: Sendable, Hashable {
    /// The index of the table in `StoreMapping.joinTables`.
    package let table: Int
    /// Holds the owner's key.
    package let own: String
    /// Holds the member's key.
    package let member: String
    /// The member's position among the owner's members.
    package let order: String?
    package let destination: Int32
    /// Both columns are of the same relationship: a pair stands for both directions.
    package let isReflexive: Bool
}

/// The columns of one slot.
package enum SlotColumns: Sendable, Hashable {
    /// A transient property, or an attribute without a storable type.
    case none
    case attribute(AttributeColumn)
    /// The leaves, in the order of the layout.
    case composite([AttributeColumn])
    case toOne(ToOneColumns)
    case toMany(ToManyColumns)
}
