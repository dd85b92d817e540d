// SPDX-License-Identifier: Apache-2.0
// Copies all objects of one store into another, below the object layer. NSPersistentStoreCoordinator+Migrating.swift
// uses it.

import Foundation
import PerdureFoundationGaps
import PerdureStore

/// A copy of a store under new keys.
struct StoreCopy {
    private let old: EngineStore
    private let destination: any StoreEngine
    /// Old keys with their new keys, hierarchy by hierarchy, in the order of the old keys.
    private(set) var keys: [(old: ObjectKey, new: ObjectKey)] = []
    private(set) var newKeys: [ObjectKey: ObjectKey] = [:]

    /// The number of rows that are read and written at once.
    private static let page = 2_000

    private var source: any StoreEngine { old.engine }

    init(of old: EngineStore, to destination: any StoreEngine) {
        self.old = old
        self.destination = destination
    }

    /// Copies rows, links and orders in one transaction; the destination must be empty and have the same schema.
    ///
    /// - Throws: what the engines report; the destination has no objects then.
    mutating func run() throws {
        for root in source.schema.entities where root.superentity == nil && old.holds(root) {
            try assignKeys(root)
        }
        try destination.runsBatches ? writePages() : writeAtOnce()
    }

    /// Writes page by page, so memory holds the values of one page.
    private func writePages() throws {
        let insertion = try destination.beginInsertion(by: CommitAuthor())
        (insertion as? any ForwardInsertion)?.allowForwardReferences()
        do {
            try readPages { try require(insertion.write($0)) }
            _ = try insertion.prepared().commit()
        } catch {
            insertion.rollback()
            throw error
        }
    }

    /// Writes a change set with everything: a store without paged insertions has its rows in memory, or few of them.
    private func writeAtOnce() throws {
        var changes = ChangeSet()
        try readPages { page in
            changes.insertions += page.insertions
            changes.links += page.links
            changes.orders += page.orders
        }
        if !changes.isEmpty { try require(destination.commit(changes)) }
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

    /// Reads all rows, then what rows do not have, and hands them on in pages.
    private func readPages(_ write: (ChangeSet) throws -> Void) throws {
        var start = 0
        while start < keys.count {
            let end = min(start + Self.page, keys.count)
            try write(rows(of: keys[start..<end]))
            start = end
        }
        try readRelationships(write)
    }

    private func rows(of pairs: ArraySlice<(old: ObjectKey, new: ObjectKey)>) throws -> ChangeSet {
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
        return changes
    }

    private func copy(_ property: PropertyLayout, _ values: inout ContiguousArray<StoredValue>) {
        if property.isStoredInRow, !property.isSaved { values[property.slot] = .null }
        if case .reference(let key) = values[property.slot] {
            values[property.slot] = newKeys[key].map { .reference($0) } ?? .null
        }
    }

    /// Reads what rows do not have: links of all owners, then the order of members.
    ///
    /// The owner at the other end of a pair may list the link, and only a pair that is there has positions.
    private func readRelationships(_ write: (ChangeSet) throws -> Void) throws {
        try readMembers(where: { $0.isLinked && $0.relationship.listsLinks }, write) {
            changes, slot, owner, members in
            changes.links += Self.links(owner, slot, members)
        }
        try readMembers(where: \.relationship.isOrdered, write) { changes, slot, owner, members in
            changes.orders.append(OrderChange(owner: owner, slot: slot.slot, members: members))
        }
    }

    /// Reads the members of some relationships of all objects, and hands on what becomes of them in pages.
    private func readMembers(
        where isWanted: (ToManySlot) -> Bool, _ write: (ChangeSet) throws -> Void,
        _ note: (inout ChangeSet, ToManySlot, ObjectKey, [ObjectKey]) -> Void
    ) throws {
        var changes = ChangeSet()
        for (old, new) in keys {
            for slot in copiedSlots(source.schema[old.entity]) where isWanted(slot) {
                let members = try source.members(of: slot.slot, for: old).compactMap { newKeys[$0] }
                if !members.isEmpty { note(&changes, slot, new, members) }
            }
            guard changes.links.count + changes.orders.count > Self.page else { continue }
            try write(changes)
            changes = ChangeSet()
        }
        if !changes.isEmpty { try write(changes) }
    }

    private func copiedSlots(_ layout: EntityLayout) -> [ToManySlot] {
        SaveLayout(layout).toManySlots.filter { old.holds(source.schema[$0.relationship.destination]) }
    }

    /// A link of a reflexive relationship is listed once: under the smaller number.
    private static func links(_ owner: ObjectKey, _ slot: ToManySlot, _ members: [ObjectKey]) -> [LinkChange]
    {
        members.filter { !slot.relationship.isReflexive || owner.number <= $0.number }.map {
            LinkChange(owner: owner, slot: slot.slot, member: $0, isInsertion: true)
        }
    }

    private func require(_ result: CommitResult) throws {
        guard case .conflicts(let conflicts) = result else { return }
        throw CocoaError(
            CocoaError.Code(rawValue: NSMigrationConstraintViolationError),
            userInfo: [
                NSLocalizedDescriptionKey:
                    "\(conflicts.count) objects cannot be copied because the new store refuses them."
            ])
    }
}
