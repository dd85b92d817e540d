// SPDX-License-Identifier: Apache-2.0
// What a commit of the in-memory store writes, for engines that keep its rows elsewhere too (InMemoryCommit.swift), and the way
// back: an empty store takes over what was kept.

/// The store after a commit that is still to come.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct CommitOutcome: Sendable {
    /// The objects whose row, members or member order differ afterwards; each of them has a row in `store`.
    public let written: [ObjectKey]
    /// The objects that are gone; their keys name the concrete entities, as those of `written` do.
    public let deleted: [ObjectKey]
    /// Reads the store as it will be.
    public let store: any StoreReader

    init(_ changes: ChangeSet, from old: InMemoryTables, to new: InMemoryTables, _ unknown: [Row]) {
        // The keys of rows name the concrete entities, which those in change sets may not know.
        deleted = changes.deletions.compactMap { old.row(for: $0.key)?.key }
        store = InMemoryReader(new)
        var touched = Set(changes.insertions.map(\.key) + changes.updates.map(\.key) + unknown.map(\.key))
        for link in changes.links { touched.formUnion([link.owner, link.member]) }
        touched.formUnion(changes.orders.map(\.owner))
        for key in deleted { touched.formUnion(old.partners(of: key)) }
        let keys = touched.compactMap { new.row(for: $0)?.key }
        written = KeyOrder.places(of: keys).map { keys[$0] }
    }
}

/// One state of the tables.
private final class InMemoryReader: StoreReader {
    private let tables: InMemoryTables

    init(_ tables: InMemoryTables) { self.tables = tables }

    var schema: Schema { tables.schema }
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        try InMemoryFetch(plan: plan, tables: tables).run()
    }
    func rows(for keys: [ObjectKey]) -> [Row] { keys.compactMap { tables.row(for: $0) } }
    func members(of slot: Int, for owner: ObjectKey) -> [ObjectKey] { tables.members(of: slot, for: owner) }
}

extension InMemoryTables {
    /// The objects in pairs with an object, and the owners of ordered relationships that it is a member of.
    fileprivate func partners(of key: ObjectKey) -> [ObjectKey] {
        guard let row = row(for: key) else { return [] }
        return schema[row.key.entity].properties.flatMap { property -> [ObjectKey] in
            guard let relationship = property.relationship, !property.isTransient else { return [] }
            if relationship.hasPairs { return members(of: property.slot, for: row.key) }
            guard !relationship.isToMany, case .reference(let owner) = row[property.slot] else { return [] }
            return [owner]
        } + unidirectionalOwners(of: row.key)
    }

    /// The owners of to-many relationships without inverse that an object is a member of.
    private func unidirectionalOwners(of key: ObjectKey) -> [ObjectKey] {
        links.flatMap { side, index -> [ObjectKey] in
            let relationship = schema[side.entity].properties[side.slot].relationship
            guard let relationship, relationship.isToMany, relationship.inverseSlot == nil,
                schema[relationship.destination].root == key.root
            else { return [] }
            let root = schema[side.entity].root
            return index.numbers(from: key.number, forward: false)
                .map { ObjectKey(entity: side.entity, root: root, number: $0) }
        }
    }

    /// Takes over tables that were made of these ones; keys that were reserved meanwhile stay reserved.
    mutating func replace(by new: InMemoryTables) {
        let reserved = lastNumbers
        self = new
        lastNumbers.merge(reserved) { max($0, $1) }
    }

    /// Takes over what a store has kept, computed values included.
    ///
    /// - Throws: `StoreError.invalidValue`, `.schemaMismatch`, `.violatedConstraint`.
    mutating func restore(_ contents: ChangeSet, lastKeys: [Int32: Int64]) throws {
        var contents = contents
        try requireDifferentKeys(contents)
        for case .constraint(let entity, let attributes, _, _) in try conflicts(with: &contents) {
            throw StoreError.violatedConstraint(entity: schema[entity].name, attributes: attributes)
        }
        noteSummands(of: contents)
        _ = write(contents)
        lastNumbers.merge(lastKeys) { max($0, $1) }
    }

    private func requireDifferentKeys(_ contents: ChangeSet) throws {
        var keys = Set<ObjectKey>(minimumCapacity: contents.insertions.count)
        for insertion in contents.insertions where !keys.insert(insertion.key).inserted {
            throw StoreError.invalidValue(
                entity: schema[insertion.key.entity].name, property: "",
                reason: "two rows have the key \(insertion.key.number)")
        }
    }
}

extension InMemoryEngine {
    /// Takes over what a store has kept; for an engine that opens its files.
    ///
    /// Rows keep their versions and their computed values. Call it once, before anybody reads the store.
    ///
    /// - Parameters:
    ///   - contents: insertions, links and orders; a pair is listed as `LinkChange` says.
    ///   - lastKeys: the highest key that was ever given out, by root entity; higher keys of rows count by themselves.
    /// - Throws: `StoreError.invalidValue` for a row of another layout and for a key that comes twice, `.schemaMismatch` for an
    ///   entity that the store does not hold, `.violatedConstraint` for rows that must not stand side by side. Nothing is taken
    ///   over then.
    public func restore(_ contents: ChangeSet, lastKeys: [Int32: Int64] = [:]) throws {
        try withTables { tables in
            var new = tables
            try new.restore(contents, lastKeys: lastKeys)
            tables = new
        }
    }
}
