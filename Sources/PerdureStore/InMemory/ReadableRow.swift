// SPDX-License-Identifier: Apache-2.0
// Shows rows to the predicate evaluator: properties by name, relationships by way of the tables. StoredValue+Plain.swift turns
// slots into the values that the evaluator compares.

import Foundation
import PerdureBase
import PerdurePredicates

/// A row that can be read by property name.
final class ReadableRow: ModelReadable, StoredReferenceReadable {
    let row: Row
    private let tables: InMemoryTables
    private let layout: EntityLayout

    init(_ row: Row, tables: InMemoryTables) {
        self.row = row
        self.tables = tables
        layout = tables.schema[row.key.entity]
    }

    var storedReference: StoredReference? { row.key.reference }

    func readValue(forKey key: String) throws -> Any? {
        if ["self", "SELF", "objectID"].contains(key) { return self }
        guard let property = layout.property(named: key) else {
            if key == ReadableEntity.key { return ReadableEntity(name: layout.name) }
            throw CoreDataException(
                name: .undefinedKeyException,
                reason: "the entity \(layout.name) is not key value coding-compliant for the key \"\(key)\"")
        }
        switch property.kind {
        case .attribute(let attribute): return row[property.slot].plainValue(of: attribute)
        case .relationship(let relationship):
            return relationship.isToMany ? members(of: property.slot) : destination(row[property.slot])
        }
    }

    func leadsToCollection(_ keys: ArraySlice<String>) -> Bool? {
        tables.schema.leadsToCollection(keys, from: layout)
    }

    private func destination(_ value: StoredValue) -> Any? {
        guard case .reference(let key) = value, let row = tables.row(for: key) else { return nil }
        return ReadableRow(row, tables: tables)
    }

    private func members(of slot: Int) -> [ReadableRow] {
        tables.members(of: slot, for: row.key).compactMap { key in
            tables.row(for: key).map { ReadableRow($0, tables: tables) }
        }
    }
}

/// The entity of a row; predicates may read its name.
final class ReadableEntity: KeyValueReadable {
    static let key = "entity"
    private let name: String

    init(name: String) { self.name = name }

    func readValue(forKey key: String) throws -> Any? {
        if key == "name" { return name }
        throw CoreDataException(
            name: .undefinedKeyException,
            reason: "of an entity predicates can read \"name\" only, not \"\(key)\"")
    }
}

extension PredicateNode {
    /// The same predicate with entities' names instead of entities; the constants of a plan have names too.
    var namingEntities: PredicateNode {
        rewritten { node in
            guard case .keyPath(let base, let keys) = node, keys.last == ReadableEntity.key else {
                return nil
            }
            return .keyPath(base: base.namingEntities, keys: keys + ["name"])
        }
    }
}

extension ExpressionNode {
    fileprivate var namingEntities: ExpressionNode {
        switch self {
        case .subquery(let collection, let variable, let predicate):
            .subquery(collection: collection, variable: variable, predicate: predicate.namingEntities)
        default: self
        }
    }
}
