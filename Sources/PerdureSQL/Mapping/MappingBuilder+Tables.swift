// SPDX-License-Identifier: Apache-2.0
// The table of a hierarchy: attributes, to-one keys, and the keys of to-many relationships without
// inverse, in Apple's order. Part of MappingBuilder.swift.

import PerdureStore

/// The columns of a table in the making.
private struct TableDraft {
    let name: String
    var columns: [(rank: AppleNaming.Rank, column: ColumnMapping)] = []
    var used = UsedNames(AppleNaming.systemColumns.map(\.name))

    mutating func add(_ name: String, _ type: SQLColumnType, _ rank: AppleNaming.Rank) {
        columns.append((rank, ColumnMapping(name, type)))
    }

    func sorted() -> [ColumnMapping] {
        let order = columns.enumerated().sorted {
            ($0.element.rank.rawValue, $0.offset) < ($1.element.rank.rawValue, $1.offset)
        }
        return AppleNaming.systemColumns + order.map(\.element.column)
    }
}

extension MappingBuilder {
    mutating func addTable(root: Int32) throws {
        let layout = schema[root]
        let predicted = "Z" + (try AppleNaming.databaseName(layout.name, of: "an entity"))
        var draft = TableDraft(name: try file.table(predicted, entity: layout.name))
        let index = tables.count
        let entities = included.filter { schema[$0].root == root }
        for entity in entities { try addOwnColumns(of: entity, to: &draft) }
        for place in withoutInverse[root] ?? [] { try addMemberKey(of: place, table: index, to: &draft) }
        tableIndexes[root] = index
        let merges = countsMerges && entities.contains { !schema[$0].mergeSlots.isEmpty }
        tables.append(
            TableMapping(
                name: draft.name, root: root, columns: draft.sorted(), entities: entities,
                merges: merges ? fileNumber(root) : nil))
    }

    private mutating func addOwnColumns(of entity: Int32, to draft: inout TableDraft) throws {
        let own = schema[entity].properties[schema[entity].inheritedCount...].filter { !$0.isTransient }
        for property in own {
            if let attribute = property.attribute {
                slots[Int(entity) - 1][property.slot] = try attributeColumns(
                    attribute, of: property, in: entity, draft: &draft)
            }
        }
        for property in own {
            if let relationship = property.relationship, !relationship.isToMany,
                holds(relationship.destination)
            {
                slots[Int(entity) - 1][property.slot] = .toOne(
                    try toOneColumns(relationship, of: property, in: entity, draft: &draft))
            }
        }
    }

    private func attributeColumns(
        _ attribute: AttributeDefinition, of property: PropertyLayout, in entity: Int32,
        draft: inout TableDraft
    ) throws -> SlotColumns {
        guard attribute.type == .composite else {
            let column = try leaf(attribute, names: [property.name], of: property, in: entity, draft: &draft)
            return column.map(SlotColumns.attribute) ?? .none
        }
        let leaves = try CompositeLeaves(attribute, named: property.name).leaves
        return .composite(
            try leaves.compactMap { names, element in
                try leaf(element, names: [property.name] + names, of: property, in: entity, draft: &draft)
            })
    }

    private func leaf(
        _ attribute: AttributeDefinition, names: [String], of property: PropertyLayout, in entity: Int32,
        draft: inout TableDraft
    ) throws -> AttributeColumn? {
        guard let type = AppleNaming.columnType(of: attribute.type) else { return nil }
        let parts = try names.map { try AppleNaming.databaseName($0, of: "\"\(schema[entity].name).\($0)\"") }
        let predicted = draft.used.claim("Z" + parts.joined(separator: "_"))
        let alternatives = parts.count > 1 ? ["Z" + parts[parts.count - 1]] : []
        let name = try file.column(
            predicted, or: alternatives, in: draft.name, entity: schema[entity].name, property: property.name)
        draft.add(name, type, AppleNaming.Rank(attribute.type))
        return AttributeColumn(
            name: name, columnType: type, type: attribute.type,
            allowsExternalStorage: attribute.allowsExternalStorage, path: Array(names.dropFirst()))
    }

    private func toOneColumns(
        _ relationship: RelationshipLayout, of property: PropertyLayout, in entity: Int32,
        draft: inout TableDraft
    ) throws -> ToOneColumns {
        let part = try AppleNaming.databaseName(
            property.name, of: "\"\(schema[entity].name).\(property.name)\"")
        let predicted = draft.used.claim("Z" + part)
        let key = try file.column(
            predicted, in: draft.name, entity: schema[entity].name, property: property.name)
        draft.add(key, .integer, .integer)
        var entityColumn: String?
        if schema[relationship.destination].hasSubentities {
            let number = fileNumber(relationship.destination)
            entityColumn = file.entityColumn(
                AppleNaming.entityColumn(for: predicted, destination: number), key: predicted, in: draft.name)
            if let entityColumn { draft.add(entityColumn, .integer, .integer) }
        }
        var order: String?
        if let inverse = inverse(of: relationship), inverse.isToMany, inverse.isOrdered {
            order = file.optionalColumn(AppleNaming.orderColumn(for: predicted), in: draft.name)
            if let order { draft.add(order, .integer, .order) }
        }
        return ToOneColumns(
            key: key, entity: entityColumn, order: order, destination: relationship.destination)
    }

    func inverse(of relationship: RelationshipLayout) -> RelationshipLayout? {
        relationship.inverseSlot.flatMap { schema[relationship.destination].properties[$0].relationship }
    }

    private mutating func addMemberKey(of place: PropertyPlace, table: Int, to draft: inout TableDraft) throws
    {
        let (owner, property) = (schema[place.entity], schema[place.entity].properties[place.slot])
        guard let relationship = property.relationship else { return }
        let part = try AppleNaming.databaseName(property.name, of: "\"\(owner.name).\(property.name)\"")
        let predicted = draft.used.claim("Z\(fileNumber(place.entity))\(part)")
        let key = try file.column(predicted, in: draft.name, entity: owner.name, property: property.name)
        draft.add(key, .integer, .memberKey)
        let order =
            relationship.isOrdered
            ? file.optionalColumn(AppleNaming.orderColumn(for: predicted), in: draft.name) : nil
        if let order { draft.add(order, .integer, .order) }
        memberKeys[place] = MemberKey(
            table: table, key: key, entity: nil, order: order, destination: relationship.destination,
            slot: nil)
    }
}

/// The leaves of a composite attribute with their names, in declared order.
private struct CompositeLeaves {
    var leaves: [(names: [String], attribute: AttributeDefinition)] = []

    /// Composites nest in files that we do not trust; nobody nests deeper.
    private static let deepest = 16

    init(_ attribute: AttributeDefinition, named name: String) throws {
        try collect(attribute, [], name)
    }

    private mutating func collect(_ attribute: AttributeDefinition, _ path: [String], _ name: String) throws {
        guard path.count < Self.deepest else {
            throw StoreError.invalidSchema("the composite attribute \"\(name)\" is nested too deeply")
        }
        for element in attribute.elements where !element.isTransient {
            guard case .attribute(let leaf) = element.kind else { continue }
            if leaf.type == .composite {
                try collect(leaf, path + [element.name], name)
            } else {
                leaves.append((path + [element.name], leaf))
            }
        }
    }
}
