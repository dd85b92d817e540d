// SPDX-License-Identifier: Apache-2.0
// All rows of a store as plain values: what a migration is compared by. PlainMigration.swift migrates them without a store.

import Foundation
import PerdureStore
import PerdureTestSupport

/// A row with the members of its relationships.
struct GraphRow: Equatable {
    var entity: String
    /// Attributes by name; none is nil.
    var values: [String: StoredValue] = [:]
    /// Members by name of the relationship, in their order; of an unordered one ascending.
    var members: [String: [GraphKey]] = [:]
}

/// A row's identity: its key within its hierarchy, which the root's name tells.
struct GraphKey: Hashable, Comparable, CustomStringConvertible {
    let root: String
    let number: Int64

    static func < (left: GraphKey, right: GraphKey) -> Bool {
        (left.root, left.number) < (right.root, right.number)
    }

    var description: String { "\(root)/\(number)" }
}

/// The content of a store.
struct StoredGraph: Equatable {
    var rows: [GraphKey: GraphRow] = [:]

    init() {}

    /// Reads everything.
    init(_ engine: any StoreEngine) throws {
        let schema = engine.schema
        for root in schema.entities where root.superentity == nil {
            guard case .rows(let found) = try engine.fetch(FetchPlan(entity: root.number)) else { continue }
            for row in found { rows[schema.graphKey(row.key)] = try Self.row(row, engine) }
        }
    }

    private static func row(_ row: Row, _ engine: any StoreEngine) throws -> GraphRow {
        let schema = engine.schema
        let layout = schema[row.key.entity]
        var found = GraphRow(entity: layout.name)
        for property in layout.properties where !property.isTransient {
            if let relationship = property.relationship {
                var members: [GraphKey] = []
                if relationship.isToMany {
                    members = try engine.members(of: property.slot, for: row.key).map(schema.graphKey)
                    if !relationship.isOrdered { members.sort() }
                } else if case .reference(let key) = row[property.slot] {
                    members = [schema.graphKey(key)]
                }
                if !members.isEmpty { found.members[property.name] = members }
            } else if !row[property.slot].isNull {
                found.values[property.name] = row[property.slot]
            }
        }
        return found
    }

    /// The first differences, for a failing test.
    func differences(from other: StoredGraph) -> [String] {
        Set(rows.keys).union(other.rows.keys).sorted().compactMap { key in
            rows[key] == other.rows[key]
                ? nil
                : "\(key): \(rows[key].map { "\($0)" } ?? "none") instead of \(other.rows[key].map { "\($0)" } ?? "none")"
        }.prefix(3).map { $0 }
    }
}

extension Schema {
    func graphKey(_ key: ObjectKey) -> GraphKey {
        GraphKey(root: self[self[key.entity].root].name, number: key.number)
    }
}
