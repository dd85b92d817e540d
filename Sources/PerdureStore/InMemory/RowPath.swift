// SPDX-License-Identifier: Apache-2.0
// A key path of a plan, resolved to slots once, and read from rows many times. Used for sorting
// (RowOrder.swift) and for the columns of tuples.

/// A path of to-one steps that ends in a value.
struct RowPath {
    private let steps: [Int]
    private let end: End

    private enum End {
        case slot(Int)
        case leaf(slot: Int, index: Int)
        case memberCount(slot: Int)
        case key
    }

    /// Resolves names.
    ///
    /// - Throws: `StoreError.unsupported` with the words of FET-22 and FET-23.
    init(_ keys: [String], entity: Int32, schema: Schema) throws {
        var layout = schema[entity]
        var steps: [Int] = []
        for (index, key) in keys.enumerated() {
            let rest = Array(keys[(index + 1)...])
            if let end = try Self.end(key, rest, layout, path: keys) {
                self.steps = steps
                self.end = end
                return
            }
            let property = try Self.property(key, of: layout, path: keys)
            steps.append(property.slot)
            layout = schema[property.relationship?.destination ?? layout.number]
        }
        self.steps = steps
        end = .key
    }

    /// The end of the path, when this key is it; nil when the key is a to-one step that leads on.
    private static func end(
        _ key: String, _ rest: [String], _ layout: EntityLayout, path: [String]
    ) throws -> End? {
        if rest.isEmpty, ["self", "SELF", "objectID"].contains(key) { return .key }
        let property = try property(key, of: layout, path: path)
        if let attribute = property.attribute {
            guard let leaf = attribute.leafIndex(of: rest) else {
                guard rest.isEmpty else { throw StoreError.unknownKeyPath(path, layout) }
                return .slot(property.slot)
            }
            return attribute.type == .composite
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
    func value(of row: Row, in tables: InMemoryTables) -> SlotValue {
        var row = row
        for step in steps {
            guard case .reference(let key) = row[step], let next = tables.row(for: key) else { return .null }
            row = next
        }
        switch end {
        case .slot(let slot): return row[slot]
        case .key: return .reference(row.key)
        case .memberCount(let slot): return .integer(Int64(tables.members(of: slot, for: row.key).count))
        case .leaf(let slot, let index):
            guard case .composite(let leaves) = row[slot], leaves.indices.contains(index) else {
                return .null
            }
            return leaves[index]
        }
    }
}
