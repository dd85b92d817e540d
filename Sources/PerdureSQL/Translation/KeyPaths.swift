// SPDX-License-Identifier: Apache-2.0
// Key paths as columns. A walk ends at an attribute, at an object, or before the first to-many step; MemberQuery.swift
// continues from there.

import PerdurePredicates
import PerdureStore

/// Where a key path leads.
enum PathEnd {
    case attribute(SQLExpression, AttributeColumn)
    /// An attribute whose value has several columns.
    case parts([AttributeColumn], PathNode)
    case object(PathNode)
    /// The entity of an object.
    case entity(PathNode)
    /// A to-many relationship, with the remaining keys to read from its members.
    case members(MemberPath)
    /// A set or dictionary that merges, or an entry of one.
    case merged(MergedOperand)
}

/// Walks key paths.
struct KeyPathWalk {
    let mapping: StoreMapping
    let keys: [String]

    func end(from start: PathNode) throws -> PathEnd {
        var node = start
        for (index, key) in keys.enumerated() {
            let rest = Array(keys[(index + 1)...])
            switch try step(key, rest, node) {
            case .object(let next): node = next
            case let end: return end
            }
        }
        return .object(node)
    }

    /// The end of one key; after an object the walk continues.
    private func step(_ key: String, _ rest: [String], _ node: PathNode) throws -> PathEnd {
        let layout = mapping.schema[node.entity]
        guard let slot = layout.slots[key] else {
            guard let end = wellKnown(key, rest, node) else { throw notFound(in: layout) }
            return end
        }
        let columns = try mapping.entity(node.entity).slots[slot]
        switch columns {
        case .none: throw notFound(in: layout)
        case .toOne(let ends): return .object(try node.destination(slot, ends))
        case .toMany(let ends): return .members(MemberPath(owner: node, columns: ends, rest: rest))
        case .attribute(let column):
            guard let rule = layout.properties[slot].merge, rule.hasParts else { fallthrough }
            return .merged(try MergedOperand(rule, column, rest: rest, owner: node, path: keys))
        default: return try value(of: columns, rest, node)
        }
    }

    /// Keys that every object has: itself (also as "objectID") and its entity.
    private func wellKnown(_ key: String, _ rest: [String], _ node: PathNode) -> PathEnd? {
        switch key {
        case "self", "SELF": return .object(node)
        case "objectID": return rest.isEmpty ? .object(node) : nil
        case "entity": return rest.isEmpty || rest == ["name"] ? .entity(node) : nil
        default: return nil
        }
    }

    private func value(of columns: SlotColumns, _ rest: [String], _ node: PathNode) throws -> PathEnd {
        if rest.isEmpty, columns.hasSeveralColumns { return .parts(columns.leaves.map(\.column), node) }
        guard let column = columns.column(at: rest) else { throw notFound(in: mapping.schema[node.entity]) }
        return .attribute(try node.column(column.name), column)
    }

    private func notFound(in layout: EntityLayout) -> StoreError {
        .unknownKeyPath(keys, layout, number: mapping[layout.number]?.fileNumber ?? layout.number)
    }
}

extension StoreError {
    static func unsupported(_ reason: String) -> StoreError { .unsupported(UnsupportedRequest(reason)) }

    static func unknownKeyPath(_ keys: [String], _ layout: EntityLayout, number: Int32) -> StoreError {
        .unsupported(
            "keypath \(keys.joined(separator: ".")) not found in entity <NSSQLEntity \(layout.name) id=\(number)>"
        )
    }

    static let toManyKey = StoreError.unsupported("to-many key not allowed here")
}
