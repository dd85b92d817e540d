// SPDX-License-Identifier: Apache-2.0
// The table of a hierarchy: attributes, to-one keys, and the keys of to-many relationships without
// inverse, in the order of the rules. Part of MappingBuilder.swift.

import PerdureStore

/// A table mapping under construction.
private struct TableDraft {
    let name: String
    let names: TableNames
    var columns: [(rank: Int, column: ColumnMapping)] = []
    /// The columns whose names in the file differ from the names by the rules.
    var renames: [ColumnRename] = []

    mutating func add(_ name: String, _ type: SQLColumnType, _ rank: Int) {
        columns.append((rank, ColumnMapping(name, type)))
    }

    mutating func addRename(_ name: String, isNow wanted: String) {
        renames.append(ColumnRename(table: self.name, from: name, to: wanted))
    }

    func sorted(behind system: SystemColumns, _ type: SQLColumnType) -> [ColumnMapping] {
        let order = columns.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }
        return system.names.map { ColumnMapping($0, type) } + order.map(\.element.column)
    }
}

extension MappingBuilder {
    mutating func addTable(root: Int32) throws {
        let layout = schema[root]
        let predicted = usedTables.claim(naming.table(try naming.word(layout.name, of: "an entity")))
        let former = try layout.formerName.map { naming.table(try naming.word($0, of: "an entity")) }
        let table = try file.table(predicted, or: former, entity: layout.name)
        var draft = TableDraft(name: table, names: try columnNames(root: root, table: table))
        let index = tables.count
        let entities = hierarchies[root] ?? []
        try requireTold(entities)
        for entity in entities { try addOwnColumns(of: entity, to: &draft) }
        for place in withoutInverse[root] ?? [] { try addMemberKey(of: place, table: index, to: &draft) }
        tableIndexes[root] = index
        renames += draft.renames
        tables.append(
            TableMapping(
                name: draft.name, root: root, columns: draft.sorted(behind: naming.system, naming.numberType),
                entities: entities,
                versions: RowVersions(of: entities.map { schema[$0] }, root: fileNumber(root), in: file)))
    }

    /// Requires an entity column when rows of several entities share a table: nothing else tells them apart.
    private func requireTold(_ entities: [Int32]) throws {
        guard naming.system.entity == nil, entities.count > 1 else { return }
        throw StoreError.invalidSchema(
            "the entity \"\(schema[entities[1]].name)\" has a parent entity, and a table of this store holds one "
                + "entity: take the parent away, or give both entities the properties")
    }

    private mutating func addOwnColumns(of entity: Int32, to draft: inout TableDraft) throws {
        for property in ownAttributes(of: entity) {
            slots[Int(entity) - 1][property.slot] = try attributeColumns(
                of: property, in: entity, draft: &draft)
        }
        for property in ownKeys(of: entity) {
            guard let relationship = property.relationship else { continue }
            slots[Int(entity) - 1][property.slot] = .toOne(
                try toOneColumns(relationship, of: property, in: entity, draft: &draft))
        }
    }

    private func attributeColumns(
        of property: PropertyLayout, in entity: Int32, draft: inout TableDraft
    ) throws -> SlotColumns {
        var columns = SlotColumns(of: property)
        try AttributeLeaf.forEach(of: property) { number, leaf in
            let column = try column(of: leaf, number, of: property, in: entity, draft: &draft)
            if let column { columns.add(column) }
        }
        return columns
    }

    private func column(
        of leaf: AttributeLeaf, _ number: Int, of property: PropertyLayout, in entity: Int32,
        draft: inout TableDraft
    ) throws -> AttributeColumn? {
        let place = ColumnContent(DeclaredSlot(entity: entity, slot: property.slot), leaf: number)
        guard let type = naming.columnType(of: leaf.attribute), let name = draft.names[place] else {
            return nil
        }
        let found = try file.column(
            name.predicted, in: draft.name, entity: schema[entity].name, property: property.name)
        draft.add(found, type, naming.rank(of: .attribute(leaf.attribute.type)))
        if name.isFormer { draft.addRename(found, isNow: name.wanted) }
        return AttributeColumn(
            name: found, columnType: type, type: leaf.attribute.type,
            // Elements of composites have no files: saves write each value as it is.
            form: leaf.path.isEmpty ? ColumnForm(leaf.attribute) : ColumnForm(leaf.attribute.type),
            path: leaf.path)
    }

    private func toOneColumns(
        _ relationship: RelationshipLayout, of property: PropertyLayout, in entity: Int32,
        draft: inout TableDraft
    ) throws -> ToOneColumns {
        let name = try draft.names.name(of: DeclaredSlot(entity: entity, slot: property.slot))
        let key = try file.column(
            name.predicted, in: draft.name, entity: schema[entity].name, property: property.name)
        draft.add(key, naming.numberType, naming.rank(of: .key))
        if name.isFormer { draft.addRename(key, isNow: name.wanted) }
        var entityColumn: String?
        if schema[relationship.destination].hasSubentities {
            entityColumn = addEntityColumn(of: name, relationship, to: &draft)
        }
        var order: String?
        if let inverse = inverse(of: relationship), inverse.isToMany, inverse.isOrdered {
            order = addOrderColumn(of: name, to: &draft)
        }
        return ToOneColumns(
            key: key, entity: entityColumn, order: order, destination: relationship.destination)
    }

    private func addEntityColumn(
        of name: ColumnName, _ relationship: RelationshipLayout, to draft: inout TableDraft
    ) -> String? {
        let number = fileNumber(relationship.destination)
        let predicted = naming.entityColumn(for: name.predicted, destination: number)
        guard let column = file.entityColumn(predicted, key: name.predicted, in: draft.name) else {
            return nil
        }
        draft.add(column, naming.numberType, naming.rank(of: .key))
        if name.isFormer {
            draft.addRename(column, isNow: naming.entityColumn(for: name.wanted, destination: number))
        }
        return column
    }

    private func addOrderColumn(of name: ColumnName, to draft: inout TableDraft) -> String? {
        let predicted = naming.orderColumn(for: name.predicted)
        guard let column = file.optionalColumn(predicted, in: draft.name) else { return nil }
        draft.add(column, naming.numberType, naming.rank(of: .order))
        if name.isFormer { draft.addRename(column, isNow: naming.orderColumn(for: name.wanted)) }
        return column
    }

    func inverse(of relationship: RelationshipLayout) -> RelationshipLayout? {
        relationship.inverseSlot.flatMap { schema[relationship.destination].properties[$0].relationship }
    }

    private mutating func addMemberKey(of place: DeclaredSlot, table: Int, to draft: inout TableDraft) throws
    {
        let (owner, property) = (schema[place.entity], schema[place.entity].properties[place.slot])
        guard let relationship = property.relationship else { return }
        let name = try draft.names.name(of: place)
        let key = try file.column(
            name.predicted, in: draft.name, entity: owner.name, property: property.name)
        draft.add(key, naming.numberType, naming.rank(of: .memberKey))
        if name.isFormer { draft.addRename(key, isNow: name.wanted) }
        let order = relationship.isOrdered ? addOrderColumn(of: name, to: &draft) : nil
        memberKeys[place] = MemberKey(
            table: table, key: key, entity: nil, order: order, destination: relationship.destination,
            slot: nil)
    }
}
