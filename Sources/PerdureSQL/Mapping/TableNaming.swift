// SPDX-License-Identifier: Apache-2.0
// The naming rules of a kind of store, and the names in an existing store. The backend supplies both; MappingBuilder.swift
// asks for them.

import PerdureStore

/// The rules by which tables and columns get their names, their types and their order.
package protocol TableNaming: Sendable {
    /// The columns that rows have besides the model's columns. Without an entity column an entity with subentities is
    /// refused.
    var system: SystemColumns { get }

    /// The form of an entity's or property's name inside of table and column names.
    ///
    /// - Throws: `StoreError.invalidSchema` for names that no database can hold.
    func word(_ name: String, of what: @autoclosure () -> String) throws -> String
    /// The table of a hierarchy.
    func table(_ word: String) -> String
    /// The column of an attribute, or the key of a to-one relationship.
    func column(_ word: String) -> String
    /// The key that a to-many relationship without inverse puts into its members' table.
    func memberKey(_ word: String, owner: Int32) -> String
    /// The name of a join table, or of one of its keys.
    func pairs(_ word: String, owner: Int32) -> String
    /// The column that holds a row's position among the owner's members, beside a key.
    func orderColumn(for key: String) -> String
    /// The column that holds the number of the destination's entity, beside a key.
    func entityColumn(for key: String, destination: Int32) -> String

    /// The column that holds the key of a to-one relationship.
    func keyColumn(_ word: String) -> String
    /// The column that holds a member's position in the join table of an ordered relationship that is its own inverse.
    func reflexiveOrder(own: String, member: String) -> String
    /// The names of a join table's keys; nil where they are made like the table's name and differ in all join tables.
    func joinKeys(_ owner: JoinEndName, _ member: JoinEndName) -> (owner: String, member: String)?
    /// A name that is taken, with a number from 1 on.
    func numbered(_ name: String, _ number: Int) -> String
    /// Whether the column of a composite's element is named after the whole path.
    var namesElementsByPath: Bool { get }
    /// Whether a decimal column keeps all digits.
    var keepsDecimals: Bool { get }

    /// The type of columns that hold keys, entities, versions and positions.
    var numberType: SQLColumnType { get }
    /// The type of an attribute's column; nil for an attribute without a column.
    func type(of type: StoredAttributeType) -> SQLColumnType?
    /// The type of the column of one attribute, whose derivation or merging may ask for another one.
    func columnType(of attribute: AttributeDefinition) -> SQLColumnType?
    /// The rank of a column in its table. Columns are sorted by rank, then by entity and name.
    func rank(of role: ColumnRole) -> Int
}

extension TableNaming {
    package func keyColumn(_ word: String) -> String { column(word) }
    package func joinKeys(_ owner: JoinEndName, _ member: JoinEndName) -> (owner: String, member: String)? {
        nil
    }
    package func reflexiveOrder(own: String, member: String) -> String { orderColumn(for: member) }
    package func numbered(_ name: String, _ number: Int) -> String { name + String(number) }
    package func columnType(of attribute: AttributeDefinition) -> SQLColumnType? { type(of: attribute.type) }
    package var namesElementsByPath: Bool { false }
    package var keepsDecimals: Bool { false }
}

/// One end of a many-to-many relationship.
package struct JoinEndName: Sendable {
    /// The word of the relationship at this end.
    package let word: String
    /// The number, in the store, of the entity that declares it.
    package let entity: Int32
}

/// The purpose of a column in an entity's table.
package enum ColumnRole: Sendable {
    /// The key of a to-one relationship's destination, or the destination's entity.
    case key
    case memberKey
    case order
    case attribute(StoredAttributeType)
}

/// The names of a store's tables and columns.
///
/// A new store has the names by the rules.
package protocol StoredNames: Sendable {
    /// Whether the store exists already.
    var isExisting: Bool { get }
    /// Whether the store has a table, or will have it.
    func hasTable(_ name: String) -> Bool
    /// The numbers of entities in the file, by schema number - 1; 0 for entities that the store does not hold.
    ///
    /// - Throws: `StoreError.schemaMismatch` with the entity that the store does not have.
    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32]

    /// The table of an entity, which may have been renamed since the store was made.
    func table(_ predicted: String, or former: String?, entity: String) throws -> String
    /// The name of a column that the store must have.
    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String
    /// The name of a column that older stores lack.
    func optionalColumn(_ predicted: String, in table: String) -> String?
    /// The name of the column that holds the destination's entity, beside a key.
    func entityColumn(_ predicted: String, key: String, in table: String) -> String?
    /// Whether a table has columns of all these names.
    func hasColumns(_ names: Set<String>, in table: String) -> Bool
    /// Whether a migration may add the column of an attribute.
    func isAddable(_ property: String, of entity: String) -> Bool

    /// The name of a join table, which may be one of several.
    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) throws
        -> String
    /// The name of a join table's key: the relationship's word after the number of one of these entities.
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String
    /// The two keys of a relationship that is its own inverse.
    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) throws
        -> (own: String, member: String)
}
