// SPDX-License-Identifier: Apache-2.0
// Copies all objects of one store into another, below the object layer. NSPersistentStoreCoordinator+Migrating.swift
// uses it.

import Foundation
import PerdureFoundationGaps
import PerdureStore

/// A copy of a store under new keys.
struct StoreCopy {
    private let source: any StoreEngine
    private let destination: any StoreEngine
    /// Old keys with their new keys, hierarchy by hierarchy, in the order of the old keys.
    private(set) var keys: [(old: ObjectKey, new: ObjectKey)] = []
    private var newKeys: [ObjectKey: ObjectKey] = [:]

    /// The number of rows in one commit; it bounds the memory of a copy.
    private static let batch = 2_000

    init(from source: any StoreEngine, to destination: any StoreEngine) {
        self.source = source
        self.destination = destination
    }

    /// Copies rows, links and orders; the destination must be empty and have the same schema.
    ///
    /// - Throws: what the engines report; the destination is incomplete then.
    mutating func run() throws {
        let roots = source.schema.entities.filter { $0.superentity == nil }
        for root in roots { try assignKeys(root) }
        var start = 0
        while start < keys.count {
            let end = min(start + Self.batch, keys.count)
            try copyRows(Array(keys[start..<end]))
            start = end
        }
        try copyRelationships()
    }

    /// Reserves a key of the destination for every object of a hierarchy.
    private mutating func assignKeys(_ root: EntityLayout) throws {
        var plan = FetchPlan(entity: root.number)
        plan.shape = .keys
        guard case .keys(let old) = try source.fetch(plan), !old.isEmpty else { return }
        var numbers = try destination.reserveKeys(old.count, entity: root.number)
        for key in old {
            let new = ObjectKey(entity: key.entity, root: key.root, number: numbers.nextKey())
            keys.append((key, new))
            newKeys[key] = new
        }
    }

    private func copyRows(_ pairs: [(old: ObjectKey, new: ObjectKey)]) throws {
        var changes = ChangeSet()
        for row in try source.rows(for: pairs.map(\.old)) {
            guard let new = newKeys[row.key] else { continue }
            let layout = source.schema[row.key.entity]
            var values = row.values
            for property in layout.properties { copy(property, &values) }
            changes.insertions.append(
                RowInsertion(
                    key: ObjectKey(entity: row.key.entity, root: new.root, number: new.number), values: values
                ))
        }
        try commit(changes)
    }

    private func copy(_ property: PropertyLayout, _ values: inout ContiguousArray<StoredValue>) {
        if property.isStoredInRow, !property.isSaved { values[property.slot] = .null }
        if case .reference(let key) = values[property.slot] {
            values[property.slot] = newKeys[key].map { .reference($0) } ?? .null
        }
    }

    /// Copies what rows do not have: links, and the order of members.
    private func copyRelationships() throws {
        var changes = ChangeSet()
        for (old, new) in keys {
            for slot in Self.toManySlots(source.schema[old.entity]) where slot.isCopied {
                let members = try source.members(of: slot.slot, for: old).compactMap { newKeys[$0] }
                guard !members.isEmpty else { continue }
                if slot.isLinked, slot.relationship.listsLinks {
                    changes.links += Self.links(new, slot, members)
                }
                if slot.relationship.isOrdered {
                    changes.orders.append(OrderChange(owner: new, slot: slot.slot, members: members))
                }
            }
            if changes.links.count + changes.orders.count > Self.batch {
                try commit(changes)
                changes = ChangeSet()
            }
        }
        try commit(changes)
    }

    private static func toManySlots(_ layout: EntityLayout) -> [ToManySlot] { SaveLayout(layout).toManySlots }

    /// A link of a reflexive relationship is listed once: under the smaller number.
    private static func links(_ owner: ObjectKey, _ slot: ToManySlot, _ members: [ObjectKey]) -> [LinkChange]
    {
        members.filter { !slot.relationship.isReflexive || owner.number <= $0.number }.map {
            LinkChange(owner: owner, slot: slot.slot, member: $0, isInsertion: true)
        }
    }

    private func commit(_ changes: ChangeSet) throws {
        guard !changes.isEmpty else { return }
        if case .conflicts(let conflicts) = try destination.commit(changes) {
            throw CocoaError(
                CocoaError.Code(rawValue: NSMigrationConstraintViolationError),
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "\(conflicts.count) objects cannot be copied because the new store refuses them."
                ])
        }
    }
}

extension ToManySlot {
    /// Whether a part of the relationship is stored outside of its members' rows.
    fileprivate var isCopied: Bool { (isLinked && relationship.listsLinks) || relationship.isOrdered }
}
