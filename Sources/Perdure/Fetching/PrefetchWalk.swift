// SPDX-License-Identifier: Apache-2.0
// Prefetches relationships, with one statement for each step. Rows and members stay in the store's RowCache, where
// faults find them; no object is made.

import Foundation
import PerdureStore

/// Prefetching along relationships within one store.
struct PrefetchWalk {
    let view: StoreView
    /// How old the cached rows at the ends of to-one relationships may be.
    let maximumAge: TimeInterval
    private var schema: Schema { view.reader.schema }

    init(_ view: StoreView, maximumAge: TimeInterval) {
        self.view = view
        self.maximumAge = maximumAge
    }

    /// Reads the destinations and members of a tree of relationships.
    ///
    /// - Parameters:
    ///   - tree: the relationships.
    ///   - owners: the objects at the start of the relationships.
    /// - Throws: what the store reports.
    func run(_ tree: PrefetchTree, from owners: [ObjectKey]) throws {
        // The owner's row has the foreign key of a to-one relationship only.
        let needsRows = tree.steps.contains { $0.property.relationship?.isToMany == false }
        try run(tree, owners, needsRows ? rows(owners) : [])
    }

    private func run(_ tree: PrefetchTree, _ owners: [ObjectKey], _ rows: [Row]) throws {
        guard !owners.isEmpty else { return }
        for step in tree.steps where !step.property.isTransient {
            let isToMany = step.property.relationship?.isToMany == true
            let found = try isToMany ? members(step.property, owners) : destinations(step.property, rows)
            if !step.rest.isEmpty { try run(step.rest, found.map(\.key), found) }
        }
    }

    private func rows(_ keys: [ObjectKey]) throws -> [Row] {
        try FaultFulfiller.rows(for: keys, in: view, maximumAge: maximumAge)
    }

    private func destinations(_ property: PropertyLayout, _ owners: [Row]) throws -> [Row] {
        let declaring = schema[property.declaringEntity]
        var keys: [ObjectKey] = []
        keys.reserveCapacity(owners.count)
        // Objects of other entities of the hierarchy do not have the relationship.
        for row in owners where declaring.contains(entity: row.key.entity) {
            if case .reference(let key) = row[property.slot] { keys.append(key) }
        }
        // Rows are read in their order in the file.
        return try rows(KeyOrder.distinct(keys))
    }

    private func members(_ property: PropertyLayout, _ owners: [ObjectKey]) throws -> [Row] {
        guard let side = MemberSide(property, in: schema) else { return [] }
        let numbers = owners.map(\.number)
        let found = try NSPersistentStoreCoordinator.translatingErrors(view.store.url) {
            try view.rows.readingMembers(side, of: numbers) {
                try view.reader.members(
                    of: MemberOwners(
                        slot: property.slot, entity: property.declaringEntity, numbers: numbers))
            }
        }
        guard property.relationship?.isManyToMany == true else { return found.rows }
        var seen: Set<ObjectKey> = []
        return found.rows.filter { seen.insert($0.key).inserted }
    }
}

extension StoreSource {
    func prefetch(_ tree: PrefetchTree, from owners: PrefetchOwners, maximumAge: TimeInterval) throws {
        let views = try views()
        for part in owners.parts {
            guard let store = part.namespace.store else { continue }
            let view = views.view(of: store)
            // The rows of all steps stay in the row cache until the end, however many rows are read.
            try view.rows.holding(part.keys) {
                try PrefetchWalk(view, maximumAge: maximumAge).run(tree, from: part.keys)
            }
        }
    }
}
