// SPDX-License-Identifier: Apache-2.0
// All rows of a store as plain values: what a migration is compared by. PlainMigration.swift migrates them without a store.

import Foundation
import PerdureStore

/// A row with the members of its relationships.
package struct GraphRow: Equatable {
    package var entity: String
    /// Attributes by name; none is nil.
    package var values: [String: StoredValue] = [:]
    /// Members by name of the relationship, in their order; of an unordered one ascending.
    package var members: [String: [GraphKey]] = [:]
}

/// A row's identity: its key within its hierarchy, which the root's name tells.
package struct GraphKey: Hashable, Comparable, CustomStringConvertible {
    package let root: String
    package let number: Int64

    package static func < (left: GraphKey, right: GraphKey) -> Bool {
        (left.root, left.number) < (right.root, right.number)
    }

    package var description: String { "\(root)/\(number)" }
}

/// The content of a store.
package struct StoredGraph: Equatable {
    package var rows: [GraphKey: GraphRow] = [:]

    package init() {}

    /// Reads everything.
    package init(_ engine: any StoreEngine) throws {
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
    package func differences(from other: StoredGraph) -> [String] {
        Set(rows.keys).union(other.rows.keys).sorted().compactMap { key in
            rows[key] == other.rows[key]
                ? nil
                : "\(key): \(rows[key].map { "\($0)" } ?? "none") instead of \(other.rows[key].map { "\($0)" } ?? "none")"
        }.prefix(3).map { $0 }
    }
}

extension Schema {
    /// A row's key without the number of its entity.
    package func graphKey(_ key: ObjectKey) -> GraphKey {
        GraphKey(root: self[self[key.entity].root].name, number: key.number)
    }
}
