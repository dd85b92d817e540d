// SPDX-License-Identifier: Apache-2.0
// A schema's tables in one store. The mapping is compiled once and read by every statement. The backend has the naming rules
// (TableNaming.swift); MappingBuilder.swift does the work.

import PerdureStore

/// The tables and columns of a store, by entity number and slot.
package final class StoreMapping: Sendable {
    package let schema: Schema
    /// The columns that entity tables have besides the model's columns.
    package let system: SystemColumns
    /// Whether a decimal keeps all its digits.
    package let keepsDecimals: Bool
    package let tables: [TableMapping]
    package let joinTables: [JoinTableMapping]
    /// Entity `n` of the schema is `entities[n - 1]`; nil when the store does not hold it.
    package let entities: [EntityMapping?]
    /// Whether any of the store's attributes merges.
    package let merges: Bool
    /// The indexes on elements of sets and keys of dictionaries.
    package let mergeIndexes: MergeIndexes
    /// The columns whose names differ from Core Data's because an earlier version of Perdure made the file.
    package let renames: [ColumnRename]
    /// Number in the file → number in the schema; 0 for none.
    private let schemaNumbers: [Int32]

    /// Maps a schema's entities.
    ///
    /// - Parameters:
    ///   - schema: The whole model.
    ///   - entities: The entities of the store's configuration; nil for all. Ancestors are added.
    ///   - naming: The rules of the kind of store.
    ///   - stored: The names and numbers that the store has already.
    /// - Throws: `StoreError.schemaMismatch` when the store lacks a table or a column,
    ///   `StoreError.invalidSchema` when names cannot be used in a database.
    package init(
        schema: Schema, entities: Set<Int32>?, naming: any TableNaming, stored: any StoredNames
    ) throws {
        var builder = try MappingBuilder(schema: schema, entities: entities, naming: naming, stored: stored)
        try builder.build()
        self.schema = schema
        system = naming.system
        keepsDecimals = naming.keepsDecimals
        tables = builder.tables
        joinTables = builder.joinTables
        renames = builder.renames
        self.entities = builder.entityMappings()
        mergeIndexes = MergeIndexes(MergeIndex.all(in: self.entities, tables, schema))
        merges = builder.included.contains { !schema[$0].mergeSlots.isEmpty }
        schemaNumbers = builder.schemaNumbers()
    }

    /// The mapping of an entity; nil when the store does not hold it.
    @inlinable package subscript(entity: Int32) -> EntityMapping? { entities[Int(entity) - 1] }

    /// The mapping of an entity.
    ///
    /// - Throws: `StoreError.unsupported` when the store's configuration leaves the entity out.
    package func entity(_ number: Int32) throws -> EntityMapping {
        guard let mapping = self[number] else {
            throw StoreError.unsupported(
                UnsupportedRequest("the store does not hold the entity \"\(schema[number].name)\""))
        }
        return mapping
    }

    /// The schema number for an entity's number in the file; nil for one that the model does not know.
    package func schemaNumber(fileNumber: Int64) -> Int32? {
        guard fileNumber > 0, fileNumber < Int64(schemaNumbers.count) else { return nil }
        let number = schemaNumbers[Int(fileNumber)]
        return number == 0 ? nil : number
    }

    /// The concrete entity of a row, from the entity number in the file.
    ///
    /// - Returns: The entity, or `expected` when the number names no entity of the same hierarchy: a damaged number must not
    ///   move a key into another hierarchy.
    package func concreteEntity(fileNumber: Int64, expected: Int32) -> Int32 {
        guard let found = schemaNumber(fileNumber: fileNumber), schema[found].root == schema[expected].root
        else {
            return expected
        }
        return found
    }

    /// The pairs of a many-to-many relationship, as its end sees them.
    func pairs(of link: JoinLink, alias: Int) -> SQLSource {
        let table = joinTables[link.table]
        guard link.isReflexive else { return .table(table.name, alias: alias) }
        return .bothWays(table.name, own: link.own, member: link.member, place: link.order, alias: alias)
    }

    /// The table of an entity that the store holds.
    package func table(of entity: Int32) throws -> TableMapping { tables[try self.entity(entity).table] }
}
