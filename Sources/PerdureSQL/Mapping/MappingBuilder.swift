// SPDX-License-Identifier: Apache-2.0
// Compiles a StoreMapping: first entity numbers, then tables (+Tables), join tables and to-many relationships
// (+Relationships). TableNaming.swift has the naming rules and the names of existing files.

import PerdureStore

/// The work behind `StoreMapping.init`.
struct MappingBuilder {
    let schema: Schema
    let naming: any TableNaming
    let file: any StoredNames
    /// The entities of the store, ascending.
    let included: [Int32]
    /// The entities by root.
    ///
    /// A search through all entities for each table would grow with the square of their number.
    let hierarchies: [Int32: [Int32]]
    /// Schema number → number in the file; 0 for entities that the store does not hold.
    let fileNumbers: [Int32]
    var tables: [TableMapping] = []
    var joinTables: [JoinTableMapping] = []
    /// The columns that an earlier version of Perdure named by another rule (ColumnNames.swift).
    var renames: [ColumnRename] = []
    /// The names already given to entity tables.
    var usedTables: UsedNames
    /// Schema number of a root → index in `tables`.
    var tableIndexes: [Int32: Int] = [:]
    /// The columns of each slot, by schema number - 1 and slot.
    var slots: [[SlotColumns]]
    /// To-many relationship without inverse → the key column in its members' table.
    var memberKeys: [DeclaredSlot: MemberKey] = [:]
    /// The to-many relationships without inverse, by the root of their members.
    ///
    /// Each adds a key column to that root's table.
    let withoutInverse: [Int32: [DeclaredSlot]]

    init(schema: Schema, entities: Set<Int32>?, naming: any TableNaming, stored: any StoredNames) throws {
        self.schema = schema
        self.naming = naming
        file = stored
        usedTables = UsedNames(naming)
        included = Self.closure(of: entities, in: schema)
        hierarchies = Dictionary(grouping: included) { schema[$0].root }
        fileNumbers = try stored.numbers(of: included, in: schema)
        withoutInverse = Self.withoutInverse(included, schema)
        slots = schema.entities.map { Array(repeating: SlotColumns.none, count: $0.properties.count) }
    }

    mutating func build() throws {
        for entity in included where schema[entity].superentity == nil { try addTable(root: entity) }
        for entity in included { inheritSlots(entity) }
        try addJoinTables()
        try addToManySlots()
        for entity in included { inheritSlots(entity) }
        try checkNames()
    }

    /// The entities and their ancestors: a hierarchy shares one table.
    private static func closure(of entities: Set<Int32>?, in schema: Schema) -> [Int32] {
        guard let entities else { return schema.entities.map(\.number) }
        var all = entities
        for entity in entities {
            var parent = schema[entity].superentity
            while let current = parent, all.insert(current).inserted { parent = schema[current].superentity }
        }
        return all.sorted()
    }

    private static func withoutInverse(_ included: [Int32], _ schema: Schema) -> [Int32: [DeclaredSlot]] {
        var found: [Int32: [DeclaredSlot]] = [:]
        for entity in included {
            let layout = schema[entity]
            for property in layout.properties[layout.inheritedCount...] where !property.isTransient {
                guard let relationship = property.relationship, relationship.isToMany,
                    relationship.inverseSlot == nil
                else { continue }
                found[schema[relationship.destination].root, default: []].append(
                    DeclaredSlot(entity: entity, slot: property.slot))
            }
        }
        return found
    }

    func fileNumber(_ entity: Int32) -> Int32 { fileNumbers[Int(entity) - 1] }

    func holds(_ entity: Int32) -> Bool { fileNumber(entity) != 0 }

    /// Copies the parent's columns into the inherited slots of a subentity.
    private mutating func inheritSlots(_ entity: Int32) {
        guard let parent = schema[entity].superentity else { return }
        for slot in 0..<schema[entity].inheritedCount {
            slots[Int(entity) - 1][slot] = slots[Int(parent) - 1][slot]
        }
    }

    func entityMappings() -> [EntityMapping?] {
        schema.entities.map { layout in
            guard holds(layout.number), let table = tableIndexes[layout.root] else { return nil }
            let subtree = (layout.number...layout.lastDescendant).filter(holds).map(fileNumber).sorted()
            return EntityMapping(
                entity: layout.number, fileNumber: fileNumber(layout.number), table: table,
                slots: slots[Int(layout.number) - 1], subtree: subtree)
        }
    }

    func schemaNumbers() -> [Int32] {
        var numbers = [Int32](repeating: 0, count: Int(fileNumbers.max() ?? 0) + 1)
        for entity in included { numbers[Int(fileNumber(entity))] = entity }
        return numbers
    }

    /// Requires that all names of tables and columns differ.
    ///
    /// SQL ignores case in names.
    private func checkNames() throws {
        var names: Set<String> = []
        for table in tables {
            guard names.insert(table.name.uppercased()).inserted else {
                throw StoreError.invalidSchema("two entities need a table named \"\(table.name)\"")
            }
            var columns: Set<String> = []
            for column in table.columns where !columns.insert(column.name.uppercased()).inserted {
                throw StoreError.invalidSchema(
                    "two properties in the hierarchy of \"\(schema[table.root].name)\" need a column named "
                        + "\"\(column.name)\"")
            }
        }
        for table in joinTables where !names.insert(table.name.uppercased()).inserted {
            throw StoreError.invalidSchema("two relationships need a table named \"\(table.name)\"")
        }
    }
}
