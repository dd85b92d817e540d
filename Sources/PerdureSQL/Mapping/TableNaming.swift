// SPDX-License-Identifier: Apache-2.0
// How a kind of store names its tables and columns, and what a store that exists calls them. MappingBuilder.swift asks both:
// the rules come from the backend, and so do the names that it finds.

import PerdureStore

/// The rules by which tables and columns get their names, their types and their order.
package protocol TableNaming: Sendable {
    /// The columns that rows have besides those of the model. Where they say no entity, an entity with subentities is refused.
    var system: SystemColumns { get }

    /// The name of an entity or a property as it stands in other names.
    ///
    /// - Throws: `StoreError.invalidSchema` for names that no database can hold.
    func word(_ name: String, of what: String) throws -> String
    /// The table of a hierarchy.
    func table(_ word: String) -> String
    /// The column of an attribute, or the key of a to-one relationship.
    func column(_ word: String) -> String
    /// The key that a to-many relationship without inverse puts into its members' table.
    func memberKey(_ word: String, owner: Int32) -> String
    /// A table of pairs, or one of its keys.
    func pairs(_ word: String, owner: Int32) -> String
    /// The column beside a key with the place among the owner's members.
    func orderColumn(for key: String) -> String
    /// The column beside a key with the destination's entity.
    func entityColumn(for key: String, destination: Int32) -> String

    /// The type of columns with keys, entities, versions and places.
    var numberType: SQLColumnType { get }
    /// The type of an attribute's column; nil for an attribute that has none.
    func type(of type: AttributeType) -> SQLColumnType?
    /// Where a column stands in its table: columns are sorted by rank, and inside a rank by entity and name.
    func rank(of role: ColumnRole) -> Int
}

/// What a column of an entity's table is there for.
package enum ColumnRole: Sendable {
    /// The key of a to-one relationship's destination, or that object's entity.
    case key
    case memberKey
    case order
    case attribute(AttributeType)
}

/// What a store calls its tables and columns: where it is new, as the rules want.
package protocol StoredNames: Sendable {
    /// Whether there is a store already.
    var isExisting: Bool { get }
    /// Whether the store has a table, or will have it.
    func hasTable(_ name: String) -> Bool
    /// The numbers of the store's entities by schema number - 1; 0 for entities that it does not hold.
    ///
    /// - Throws: `StoreError.schemaMismatch` with the entity that the store does not have.
    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32]

    /// The table of an entity, which may have been renamed since the store was made.
    func table(_ predicted: String, or former: String?, entity: String) throws -> String
    /// A column that must be there.
    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String
    /// A column that older stores lack.
    func optionalColumn(_ predicted: String, in table: String) -> String?
    /// The column beside a key that says the destination's entity.
    func entityColumn(_ predicted: String, key: String, in table: String) -> String?
    /// Whether a table has columns of all these names.
    func hasColumns(_ names: Set<String>, in table: String) -> Bool
    /// Whether a migration may add the column of an attribute.
    func isAddable(_ property: String, of entity: String) -> Bool

    /// A table of pairs, by one of several names.
    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) throws
        -> String
    /// A key of a table of pairs: the relationship's word behind the number of one of some entities.
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String
    /// The two keys of a relationship that is its own inverse.
    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) throws
        -> (own: String, member: String)
}
