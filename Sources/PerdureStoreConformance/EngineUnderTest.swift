// SPDX-License-Identifier: Apache-2.0
// Wraps an engine in the short forms that the checks use: names instead of numbers, one
// commit per call.

import PerdurePredicates
import PerdureStore
import Testing

/// The store that a check examines.
///
/// For tests of your own engine beside the suite. Names that the schema does not have fail the running test.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct EngineUnderTest: Sendable {
    /// The engine.
    public let engine: any StoreEngine
    /// The engine's schema.
    public var schema: Schema { engine.schema }

    /// Wraps an engine.
    public init(_ engine: any StoreEngine) { self.engine = engine }

    /// The layout of an entity.
    public func layout(_ entity: String) throws -> EntityLayout { try #require(schema.entity(named: entity)) }

    /// The slot of a property.
    public func slot(_ entity: String, _ name: String) throws -> Int {
        try #require(try layout(entity).slots[name], "\(entity) has no \(name)")
    }

    /// The insertion of a new row, under a new key.
    public func insertion(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> RowInsertion {
        let layout = try layout(entity)
        var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in values { slots[try slot(entity, name)] = value }
        let number = try engine.reserveKey(entity: layout.number)
        return RowInsertion(key: schema.key(entity: layout.number, number: number), values: slots)
    }

    /// Inserts a row, and gives its key.
    @discardableResult
    public func insert(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> ObjectKey {
        var changes = ChangeSet()
        changes.insertions = [try insertion(entity, values)]
        try commit(changes)
        return changes.insertions[0].key
    }

    /// An update of named values; nil as version writes without a check.
    public func update(_ key: ObjectKey, _ values: [String: StoredValue], expecting version: Int64?) throws
        -> RowUpdate
    {
        let entity = schema[key.entity].name
        let changes = try values.map { SlotChange(slot: try slot(entity, $0), value: $1) }
        return RowUpdate(
            key: key, expectedVersion: version, changes: changes.sorted { $0.slot < $1.slot })
    }

    /// Writes changes that must not conflict.
    @discardableResult
    public func commit(_ changes: ChangeSet, sourceLocation: SourceLocation = #_sourceLocation) throws
        -> [Row]
    {
        switch try engine.commit(changes) {
        case .committed(let rows): return rows
        case .conflicts(let conflicts):
            Issue.record("unexpected conflicts: \(conflicts)", sourceLocation: sourceLocation)
            return []
        }
    }

    /// Writes changes that must conflict.
    public func conflicts(_ changes: ChangeSet, sourceLocation: SourceLocation = #_sourceLocation) throws
        -> [CommitConflict]
    {
        switch try engine.commit(changes) {
        case .conflicts(let conflicts): return conflicts
        case .committed:
            Issue.record("written, though it conflicts", sourceLocation: sourceLocation)
            return []
        }
    }

    /// The row of an object; nil when it is gone.
    public func row(_ key: ObjectKey) throws -> Row? { try engine.rows(for: [key]).first }

    /// The value of a named property.
    public func value(_ key: ObjectKey, _ name: String) throws -> StoredValue {
        let row = try #require(try row(key))
        return row[try slot(schema[row.key.entity].name, name)]
    }

    /// A plan for the objects that satisfy a predicate.
    public func plan(_ entity: String, _ predicate: PredicateNode? = nil) throws -> FetchPlan {
        var plan = FetchPlan(entity: try layout(entity).number)
        plan.predicate = predicate
        return plan
    }

    /// The rows that a plan finds.
    public func rows(_ plan: FetchPlan) throws -> [Row] {
        guard case .rows(let rows) = try engine.fetch(plan) else {
            Issue.record("a fetch of rows gave something else")
            return []
        }
        return rows
    }

    /// The keys that a plan finds.
    public func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        var plan = plan
        plan.shape = .keys
        guard case .keys(let keys) = try engine.fetch(plan) else {
            Issue.record("a fetch of keys gave something else")
            return []
        }
        return keys
    }

    /// The number of objects that a plan finds.
    public func count(_ plan: FetchPlan) throws -> Int {
        var plan = plan
        plan.shape = .count
        guard case .count(let count) = try engine.fetch(plan) else {
            Issue.record("a count gave something else")
            return -1
        }
        return count
    }

    /// The sorted names of the objects that satisfy a predicate.
    public func names(_ entity: String, _ predicate: PredicateNode?) throws -> [String] {
        try rows(plan(entity, predicate)).map { row in
            guard case .string(let name) = row[try slot(schema[row.key.entity].name, "name")] else {
                return ""
            }
            return name
        }.sorted()
    }

    /// The members of a to-many relationship.
    public func members(_ name: String, of owner: ObjectKey) throws -> [ObjectKey] {
        try engine.members(of: slot(schema[owner.entity].name, name), for: owner)
    }

    /// A change of one pair.
    public func link(_ owner: ObjectKey, _ name: String, _ member: ObjectKey, isInsertion: Bool = true) throws
        -> LinkChange
    {
        LinkChange(
            owner: owner, slot: try slot(schema[owner.entity].name, name), member: member,
            isInsertion: isInsertion)
    }

    /// A new order of members.
    public func order(_ owner: ObjectKey, _ name: String, _ members: [ObjectKey]) throws -> OrderChange {
        OrderChange(owner: owner, slot: try slot(schema[owner.entity].name, name), members: members)
    }
}
