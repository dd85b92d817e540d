// SPDX-License-Identifier: Apache-2.0
// The CREATE statements of a new store, in Core Data's order and spelling: tables, each followed by its join tables; then
// indexes in the same order, triggers, bookkeeping tables.

import PerdureSQL
import PerdureStore

/// The definitions of a store's tables, indexes and triggers.
package enum SchemaDefinition {
    /// All statements that make an empty store, in the order in which to run them.
    ///
    /// - Parameters:
    ///   - mapping: The tables of the store.
    ///   - features: The features with their own triggers.
    /// - Returns: The definitions.
    /// - Throws: `StoreError.invalidSchema` for names that cannot stand in a definition.
    static func statements(for mapping: StoreMapping, _ features: [any EntityDefinitions.Type]) throws
        -> [SQLDefinition]
    {
        try tables(of: mapping) + indexes(of: mapping) + triggers(of: mapping, features) + bookkeeping
    }

    package static func tables(of mapping: StoreMapping) -> [SQLDefinition] {
        mapping.tables.flatMap { table -> [SQLDefinition] in
            let joins = mapping.joinTables.filter { table.entities.contains($0.entity) }
            return [definition(of: table)] + joins.map(definition(of:))
        }
    }

    /// The indexes; of several indexes with one name on one table, only the first.
    ///
    /// - Throws: `StoreError.invalidSchema` for names that cannot stand in a definition.
    package static func indexes(of mapping: StoreMapping) throws -> [SQLDefinition] {
        // SQLite ignores case, and tables and indexes share one namespace.
        var used = Set((mapping.tables.map(\.name) + mapping.joinTables.map(\.name)).map { $0.lowercased() })
        return try mapping.tables.flatMap { table in
            var own: Set<String> = []
            let indexes = try table.entities.compactMap { mapping[$0] }.flatMap {
                try EntityIndexes(mapping, $0).all()
            }
            return indexes.filter { own.insert($0.name.lowercased()).inserted }
                .compactMap { free($0, table, &used)?.definition }
        }
    }

    /// An index with a free name.
    ///
    /// Entities whose names differ only by case get a number, as their tables do.
    private static func free(_ index: IndexMapping, _ table: TableMapping, _ used: inout Set<String>)
        -> IndexMapping?
    {
        if used.insert(index.name.lowercased()).inserted { return index }
        guard let number = table.name.wholeMatch(of: /.*[^0-9]([0-9]+)/)?.1 else { return nil }
        let numbered = index.named(index.name + number)
        return used.insert(numbered.name.lowercased()).inserted ? numbered : nil
    }

    /// The triggers of features, and the tables of these triggers.
    static func triggers(of mapping: StoreMapping, _ features: [any EntityDefinitions.Type])
        -> [SQLDefinition]
    {
        entities(of: mapping).flatMap { entity in features.flatMap { $0.definitions(of: entity, mapping) } }
    }

    /// The entities in the order of their tables.
    static func entities(of mapping: StoreMapping) -> [EntityMapping] {
        mapping.tables.flatMap { table in table.entities.compactMap { mapping[$0] } }
    }

    package static let bookkeeping = [
        SQLDefinition(
            .table, "Z_PRIMARYKEY",
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
        ),
        SQLDefinition(
            .table, "Z_METADATA",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"),
        SQLDefinition(.table, "Z_MODELCACHE", "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"),
    ]

    package static func definition(of table: TableMapping) -> SQLDefinition {
        let columns = table.columns.map { column in
            let key = column.name == "Z_PK" ? " PRIMARY KEY" : ""
            return "\(SQLIdentifier.quoted(column.name)) \(column.type.text)\(key)"
        }
        return SQLDefinition(
            .table, table.name,
            "CREATE TABLE \(SQLIdentifier.quoted(table.name)) ( \(columns.joined(separator: ", ")) )")
    }

    package static func definition(of join: JoinTableMapping) -> SQLDefinition {
        let keys = [join.owner.key, join.member.key].map(SQLIdentifier.quoted)
        let orders = [join.owner.order, join.member.order].compactMap { $0 }.map(SQLIdentifier.quoted)
        let columns = (keys + orders).map { "\($0) INTEGER" }.joined(separator: ", ")
        return SQLDefinition(
            .table, join.name,
            "CREATE TABLE \(SQLIdentifier.quoted(join.name)) ( \(columns), PRIMARY KEY (\(keys.joined(separator: ", "))) )"
        )
    }
}
