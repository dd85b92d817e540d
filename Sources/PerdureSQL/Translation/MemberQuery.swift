// SPDX-License-Identifier: Apache-2.0
// Sub-selects over the members of to-many relationships: EXISTS for ANY, ALL and membership,
// aggregates for @count, @sum and their kin. Part of PredicateTranslator.swift.

import PerdurePredicates
import PerdureStore

/// A sub-select over members, connected with its owner in the outer select.
struct MemberQuery {
    let tree: JoinTree
    let member: PathNode
}

extension PredicateTranslator {
    /// Opens a sub-select over the members of a collection; the caller reads the collection's `rest` keys.
    func open(_ members: MemberSet) throws -> MemberQuery {
        switch members {
        case .path(let path):
            return try open(path)
        case .subquery(let collection, let variable, let predicate, let environment, _):
            var query = try open(collection)
            if !collection.rest.isEmpty {
                guard case .object(let node) = try end(collection.rest, from: query) else {
                    throw StoreError.unsupported("the collection of a SUBQUERY must be a relationship")
                }
                query = MemberQuery(tree: query.tree, member: node)
            }
            var inner = environment
            inner.variables[variable] = query.member
            query.tree.conditions.append(try nested(8) { try condition(predicate, inner) })
            return query
        }
    }

    private func open(_ path: MemberPath) throws -> MemberQuery {
        let alias = aliases.nextAlias()
        let (source, own) = source(of: path.columns, alias: alias)
        let tree = JoinTree(aliases: aliases, source: source)
        tree.conditions.append(.binary(.column(alias, own), .equal, path.owner.key))
        return MemberQuery(tree: tree, member: member(of: path.columns, alias: alias, tree: tree))
    }

    private func source(of columns: ToManyColumns, alias: Int) -> (source: SQLSource, own: String) {
        switch columns {
        case .foreignKey(let key):
            return (.table(mapping.tables[key.table].name, alias: alias), key.key)
        case .joinTable(let link):
            return (mapping.pairs(of: link, alias: alias), link.own)
        }
    }

    private func member(of columns: ToManyColumns, alias: Int, tree: JoinTree) -> PathNode {
        switch columns {
        case .foreignKey(let key):
            PathNode(entity: key.destination, alias: alias, tree: tree, mapping: mapping)
        case .joinTable(let link):
            PathNode(
                entity: link.destination, key: .column(alias, link.member), entityKey: nil, isOptional: false,
                tree: tree,
                mapping: mapping)
        }
    }

    /// Reads keys from the members.
    ///
    /// A further to-many step adds a table to the same sub-select, so its members are flattened.
    func end(_ keys: [String], from query: MemberQuery) throws -> PathEnd {
        let end = try KeyPathWalk(mapping: mapping, keys: keys).end(from: query.member)
        guard case .members(let path) = end else { return end }
        let alias = aliases.nextAlias()
        let (source, own) = source(of: path.columns, alias: alias)
        query.tree.add(
            SQLJoin(isOuter: false, source, on: .binary(.column(alias, own), .equal, path.owner.key)))
        let next = MemberQuery(
            tree: query.tree, member: member(of: path.columns, alias: alias, tree: query.tree))
        return try self.end(path.rest, from: next)
    }

    /// The value of a member in a comparison or an aggregate.
    func memberValue(_ members: MemberSet, in query: MemberQuery) throws -> Operand {
        try operand(at: try end(members.rest, from: query))
    }

    /// EXISTS over the members that satisfy a condition.
    func exists(
        _ members: MemberSet, where condition: (Operand) throws -> SQLExpression
    ) throws -> SQLExpression {
        try nested(8) {
            let query = try open(members)
            let value = try memberValue(members, in: query)
            query.tree.conditions.append(try condition(value))
            return .exists(query.tree.select([.literal(1)]))
        }
    }

    /// `@count`, `@sum`, … over members, as a value; in the form of a function a missing owner has no members.
    func aggregate(_ name: String, _ members: MemberSet, isFunction: Bool = false) throws -> Operand {
        try nested(8) {
            let query = try open(members)
            let (value, type) = try aggregateValue(name, members, in: query)
            let scalar = SQLExpression.scalar(query.tree.select([value]))
            return .typed(isFunction ? scalar : owned(members, scalar), type)
        }
    }

    private func aggregateValue(
        _ name: String, _ members: MemberSet, in query: MemberQuery
    ) throws -> (SQLExpression, ValueType) {
        if name == "count" {
            guard !members.rest.isEmpty, case .merged(let merged) = try memberValue(members, in: query)
            else { return (.countAll, .computed) }
            return (Self.aggregateCall("sum", try merged.count()) ?? .null, .computed)
        }
        let operand = try memberValue(members, in: query)
        try requireNoEntity([operand], "@\(name)")
        guard case .typed(let value, let type) = operand,
            let call = Self.aggregateCall(name, value)
        else { throw StoreError.unsupported("Unsupported collection operator @\(name)") }
        return (call, name == "avg" ? .computed : type)
    }

    /// Whether a value is among the members' values; nil never is.
    func membership(
        of value: Operand, in members: MemberSet, _ options: ComparisonOptions
    ) throws -> SQLExpression {
        let test = try exists(members) {
            try self.equality($0, value, isEqual: true, options, matchesNull: false)
        }
        return nullSemantics == .sql ? owned(members, test) : test
    }

    /// Makes a value unknown if the owner is missing: without an owner there is no collection, so its count is not 0.
    private func owned(_ members: MemberSet, _ value: SQLExpression) -> SQLExpression {
        guard members.mayBeMissing else { return value }
        return .choice(.isNotNull(members.owner.key), then: value, otherwise: .null)
    }

    /// The aggregate call over rows; the sum of no rows is 0.
    static func aggregateCall(_ name: String, _ value: SQLExpression) -> SQLExpression? {
        switch name {
        case "sum": .call("COALESCE", [.call("SUM", [value]), .literal(0)])
        case "avg", "average": .call("AVG", [value])
        case "min": .call("MIN", [value])
        case "max": .call("MAX", [value])
        default: nil
        }
    }
}
