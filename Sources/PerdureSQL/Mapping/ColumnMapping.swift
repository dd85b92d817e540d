// SPDX-License-Identifier: Apache-2.0
// The columns that belong to one slot of an entity. StoreMapping.swift holds one value per slot;
// TableMapping.swift lists the columns of a whole table.

import PerdureStore

/// The declared type of a column.
///
/// The backend numbers its types and knows their SQL names. A number keeps a mapping of many columns small.
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
    package let type: StoredAttributeType
    /// How the values are read and compared, and whether they may lie in files.
    package let form: ColumnForm
    /// The element names below the property; empty for a plain attribute.
    package let path: [String]
}

/// The columns of a to-one relationship.
package struct ToOneColumns: Sendable, Hashable {
    /// Holds the destination's key.
    package let key: String
    /// Holds the number of the destination's entity in the file; nil when the destination entity has no subentities.
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
    /// Holds the number of the owner's entity; nil unless the key is a to-one relationship to an entity with subentities.
    package let entity: String?
    package let order: String?
    package let destination: Int32
    /// The members' to-one slot that owns the key.
    ///
    /// It is nil for a relationship without inverse: no slot owns such a key.
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
    /// Whether the relationship is its own inverse: a pair then stands for both directions.
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

    /// Whether a column may name a file instead of holding the value.
    package var mayLieInFile: Bool {
        switch self {
        case .attribute(let column): column.form.mayLieInFile
        case .composite(let leaves): leaves.contains(where: \.form.mayLieInFile)
        default: false
        }
    }
}
