// SPDX-License-Identifier: Apache-2.0
// The tables of one select. A path of to-one steps is joined once, however many expressions use it. The join is added only
// when a column of its table is needed: the key itself stands in the row before. KeyPaths.swift walks the tree;
// FetchTranslator.swift and MemberQuery.swift make selects of it.

import PerdureStore

/// Numbers the aliases of one statement.
final class AliasSequence {
    private var next = 0

    func nextAlias() -> Int {
        defer { next += 1 }
        return next
    }
}

/// A select under construction: its source and the joins that paths need.
final class JoinTree {
    let aliases: AliasSequence
    let source: SQLSource
    private(set) var joins: [SQLJoin] = []
    /// The conditions of the select; for a sub-select, also the condition that connects it with the outer select.
    var conditions: [SQLExpression] = []

    init(aliases: AliasSequence, source: SQLSource) {
        self.aliases = aliases
        self.source = source
    }

    func add(_ join: SQLJoin) { joins.append(join) }

    /// The select of some columns.
    func select(_ columns: [SQLExpression]) -> SQLSelect {
        var select = SQLSelect(columns, from: source)
        select.joins = joins
        if !conditions.isEmpty { select.filter = SQLExpression.and(conditions).asFilter }
        return select
    }
}

/// An object on a path.
///
/// Its key is known; its table is joined when a column is needed.
final class PathNode {
    let entity: Int32
    /// The object's key.
    let key: SQLExpression
    /// The column with the object's entity beside the key, if there is one.
    private let entityKey: SQLExpression?
    let tree: JoinTree
    /// Whether the object may be missing: it is the end of a to-one step.
    let isOptional: Bool
    private var alias: Int?
    private var children: [Int: PathNode] = [:]
    private var casts: [Int32: PathNode] = [:]
    private let mapping: StoreMapping

    /// Makes a node for an object whose table is the select's source or joined already.
    init(entity: Int32, alias: Int, tree: JoinTree, mapping: StoreMapping) {
        self.entity = entity
        key = .column(alias, mapping.system.key)
        entityKey = nil
        self.tree = tree
        isOptional = false
        self.alias = alias
        self.mapping = mapping
    }

    /// Makes a node for an object whose table is joined already, and whose key is known.
    private init(
        entity: Int32, alias: Int, tree: JoinTree, mapping: StoreMapping, key: SQLExpression,
        entityKey: SQLExpression?, isOptional: Bool
    ) {
        self.entity = entity
        self.key = key
        self.entityKey = entityKey
        self.tree = tree
        self.isOptional = isOptional
        self.alias = alias
        self.mapping = mapping
    }

    /// Makes a node for an object of which only the key is known.
    init(
        entity: Int32, key: SQLExpression, entityKey: SQLExpression?, isOptional: Bool, tree: JoinTree,
        mapping: StoreMapping
    ) {
        self.entity = entity
        self.key = key
        self.entityKey = entityKey
        self.isOptional = isOptional
        self.tree = tree
        self.mapping = mapping
    }

    /// A column of the object's table.
    func column(_ name: String) throws -> SQLExpression { .column(try table(), name) }

    /// The columns of the object's row.
    func row(_ selection: RowSelection) throws -> [SQLExpression] { selection.expressions(try table()) }

    /// The object's entity number in the file; nil if tables have no entity column.
    func entityNumber() throws -> SQLExpression? { try entityKey ?? mapping.system.entity.map(column) }

    /// The object's entity number as a value; a constant if tables have no entity column.
    func entityValue() throws -> SQLExpression {
        if let number = try entityNumber() { return number }
        let only = SQLExpression.literal(Int64(try mapping.entity(entity).fileNumber))
        return isOptional ? .choice(.isNotNull(key), then: only, otherwise: .null) : only
    }

    /// The columns that identify the object.
    func identity() throws -> [SQLExpression] { [key] + (try entityNumber().map { [$0] } ?? []) }

    /// The destination of a to-one relationship.
    func destination(_ slot: Int, _ columns: ToOneColumns) throws -> PathNode {
        if let known = children[slot] { return known }
        let node = PathNode(
            entity: columns.destination, key: try column(columns.key),
            entityKey: try columns.entity.map(column), isOptional: true, tree: tree, mapping: mapping)
        children[slot] = node
        return node
    }

    /// The same object as one of another entity of its hierarchy, whose columns stand in the same table.
    func cast(to other: EntityLayout?, _ name: String) throws -> PathNode {
        guard let other, other.root == mapping.schema[entity].root,
            try mapping.table(of: other.number).name == mapping.table(of: entity).name
        else {
            throw StoreError.unsupported(
                "an object of the entity \(mapping.schema[entity].name) is never one of the entity \(name)")
        }
        if other.number == entity { return self }
        if let known = casts[other.number] { return known }
        let node = PathNode(
            entity: other.number, alias: try table(), tree: tree, mapping: mapping, key: key,
            entityKey: entityKey, isOptional: isOptional)
        casts[other.number] = node
        return node
    }

    private func table() throws -> Int {
        if let alias { return alias }
        let new = tree.aliases.nextAlias()
        let name = try mapping.table(of: entity).name
        tree.add(
            SQLJoin(
                isOuter: true, .table(name, alias: new),
                on: .binary(key, .equal, .column(new, mapping.system.key))))
        alias = new
        return new
    }
}
