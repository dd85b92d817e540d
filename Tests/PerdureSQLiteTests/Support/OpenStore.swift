// SPDX-License-Identifier: Apache-2.0
// An engine with short forms for tests: names instead of numbers, one commit per call.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

/// An open store.
struct OpenStore {
    let engine: SQLiteEngine
    var schema: Schema { engine.schema }

    func slot(_ entity: String, _ name: String) throws -> Int {
        try #require(schema.entity(named: entity)?.slots[name])
    }

    func insertion(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> RowInsertion {
        let layout = try #require(schema.entity(named: entity))
        var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in values { slots[try slot(entity, name)] = value }
        let number = try engine.reserveKey(entity: layout.number)
        return RowInsertion(key: schema.key(entity: layout.number, number: number), values: slots)
    }

    @discardableResult
    func insert(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> ObjectKey {
        var changes = ChangeSet()
        changes.insertions = [try insertion(entity, values)]
        try commit(changes)
        return changes.insertions[0].key
    }

    /// Inserts books named "Book 0" and so on, in one commit.
    func insertBooks(_ count: Int) throws {
        var changes = ChangeSet()
        for index in 0..<count {
            changes.insertions.append(
                try insertion("Book", ["title": .string("Book \(index)"), "year": .integer(Int64(index))]))
        }
        try commit(changes)
    }

    func updating(_ key: ObjectKey, _ values: [String: StoredValue], version: Int64?) throws -> ChangeSet {
        var changes = ChangeSet()
        let entity = schema[key.entity].name
        let slots = try values.map { SlotChange(slot: try slot(entity, $0), value: $1) }
        changes.updates = [
            RowUpdate(key: key, expectedVersion: version, changes: slots.sorted { $0.slot < $1.slot })
        ]
        return changes
    }

    func update(_ key: ObjectKey, _ values: [String: StoredValue], version: Int64?) throws {
        try commit(try updating(key, values, version: version))
    }

    func delete(_ key: ObjectKey, version: Int64? = nil) throws {
        var changes = ChangeSet()
        changes.deletions = [RowDeletion(key: key, expectedVersion: version)]
        try commit(changes)
    }

    @discardableResult
    func commit(_ changes: ChangeSet) throws -> [Row] {
        guard case .committed(let rows) = try engine.commit(changes) else {
            Issue.record("unexpected conflicts")
            return []
        }
        return rows
    }

    func link(_ owner: ObjectKey, _ name: String, _ member: ObjectKey, isInsertion: Bool = true) throws
        -> LinkChange
    {
        LinkChange(
            owner: owner, slot: try slot(schema[owner.entity].name, name), member: member,
            isInsertion: isInsertion)
    }

    func order(_ owner: ObjectKey, _ name: String, _ members: [ObjectKey]) throws -> OrderChange {
        OrderChange(owner: owner, slot: try slot(schema[owner.entity].name, name), members: members)
    }

    func row(_ key: ObjectKey) throws -> Row? { try engine.rows(for: [key]).first }

    func value(_ key: ObjectKey, _ name: String) throws -> StoredValue {
        let row = try #require(try row(key))
        return row[try slot(schema[row.key.entity].name, name)]
    }

    func members(_ key: ObjectKey, _ name: String) throws -> [ObjectKey] {
        try engine.members(of: slot(schema[key.entity].name, name), for: key)
    }

    func count(_ entity: String) throws -> Int {
        var plan = FetchPlan(entity: try #require(schema.entity(named: entity)).number)
        plan.shape = .count
        guard case .count(let count) = try engine.fetch(plan) else { return -1 }
        return count
    }
}
