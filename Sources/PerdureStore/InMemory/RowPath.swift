// SPDX-License-Identifier: Apache-2.0
// A key path of a plan, resolved to slots once, and read from rows many times. Used for sorting
// (RowOrder.swift) and for the columns of tuples.

import PerdurePredicates

/// A path of to-one steps that ends in a value.
struct RowPath {
    private let steps: [Int]
    private let end: End
    /// The entity at the end.
    private let layout: EntityLayout

    /// Whether the path leads to an entry of a dictionary.
    var isEntry: Bool {
        if case .part(_, let part) = end { return part.isEntry }
        return false
    }

    private enum End {
        case slot(Int)
        case leaf(slot: Int, index: Int)
        case memberCount(slot: Int)
        case part(slot: Int, AttributePart)
        case key
    }

    /// Resolves names.
    ///
    /// - Throws: `StoreError.unsupported` with the words of FET-22 and FET-23.
    init(_ keys: [String], entity: Int32, schema: Schema) throws {
        try self.init(keys, entity: entity, schema: schema, isColumn: false)
    }

    /// The path of a column whose stored values the evaluator cannot return; nil for all other columns.
    ///
    /// A whole set, dictionary or composite comes as it is stored, an entry with its type.
    init?(column expression: ExpressionNode, entity: Int32, schema: Schema) {
        guard case .keyPath(.evaluatedObject, let keys) = expression,
            let path = try? RowPath(keys, entity: entity, schema: schema, isColumn: true)
        else { return nil }
        switch path.end {
        case .part(_, let part) where part.isPacked: self = path
        case .slot(let slot) where path.layout.properties[slot].comesWhole: self = path
        default: return nil
        }
    }

    private init(_ keys: [String], entity: Int32, schema: Schema, isColumn: Bool) throws {
        var layout = schema[entity]
        var steps: [Int] = []
        for (index, key) in keys.enumerated() {
            let rest = Array(keys[(index + 1)...])
            if let end = try Self.end(key, rest, layout, path: keys, isColumn: isColumn) {
                self.steps = steps
                self.end = end
                self.layout = layout
                return
            }
            let property = try Self.property(key, of: layout, path: keys)
            steps.append(property.slot)
            layout = schema[property.relationship?.destination ?? layout.number]
        }
        self.steps = steps
        self.layout = layout
        end = .key
    }

    /// The end of the path, if the path ends at this key; nil when the key is a to-one step that leads on.
    private static func end(
        _ key: String, _ rest: [String], _ layout: EntityLayout, path: [String], isColumn: Bool
    ) throws -> End? {
        if rest.isEmpty, ["self", "SELF", "objectID"].contains(key) { return .key }
        let property = try property(key, of: layout, path: path)
        if let parts = property.parts {
            let part = try parts.part(at: rest, path: path, isColumn: isColumn)
            return part.map { .part(slot: property.slot, $0) } ?? .slot(property.slot)
        }
        if let attribute = property.attribute {
            guard let leaf = attribute.leafIndex(of: rest) else {
                guard rest.isEmpty else { throw StoreError.unknownKeyPath(path, layout) }
                return .slot(property.slot)
            }
            return attribute.hasLeaves
                ? .leaf(slot: property.slot, index: leaf) : .slot(property.slot)
        }
        if property.relationship?.isToMany == true {
            guard rest == ["@count"] else {
                throw StoreError.unsupported(UnsupportedRequest("to-many key not allowed here"))
            }
            return .memberCount(slot: property.slot)
        }
        return rest.isEmpty ? .slot(property.slot) : nil
    }

    private static func property(
        _ key: String, of layout: EntityLayout, path: [String]
    ) throws -> PropertyLayout {
        guard let property = layout.property(named: key), !property.isTransient else {
            throw StoreError.unknownKeyPath(path, layout)
        }
        return property
    }

    /// The value at the end of the path; null when a step leads nowhere.
    func value(of row: Row, in tables: InMemoryTables) -> StoredValue {
        var row = row
        for step in steps {
            guard case .reference(let key) = row[step], let next = tables.row(for: key) else { return .null }
            row = next
        }
        switch end {
        case .slot(let slot): return row[slot]
        case .key: return .reference(row.key)
        case .memberCount(let slot): return .integer(Int64(tables.members(of: slot, for: row.key).count))
        case .part(let slot, let part): return part.value(of: row[slot])
        case .leaf(let slot, let index): return row[slot].leaf(index)
        }
    }
}

extension PropertyLayout {
    /// Whether a whole value is none that the evaluator returns: a set or dictionary that merges, or a composite.
    fileprivate var comesWhole: Bool { parts != nil || attribute?.hasLeaves ?? false }
}
