// SPDX-License-Identifier: Apache-2.0
// Rows for faults: from the row cache if they are young enough, else from the store.

import Foundation
import PerdureStore

/// Finds the rows and members behind faults.
struct FaultFulfiller {
    let views: StoreViews

    /// The row of an object; nil when the row or its store is gone.
    func row(for id: NSManagedObjectID, maximumAge: TimeInterval) throws -> Row? {
        guard !id.isTemporaryID, let store = id.engineStore else { return nil }
        return try row(for: id.key, in: store, maximumAge: maximumAge)
    }

    /// The row of an object by its key in a store.
    func row(for key: ObjectKey, in store: EngineStore, maximumAge: TimeInterval) throws -> Row? {
        let view = views.view(of: store)
        if let row = view.rows.row(for: key, maximumAge: maximumAge) { return row }
        return try Self.read([key], from: view).first
    }

    /// The rows of many objects, in the order of their IDs, with one read for each store.
    func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [Row?] {
        var result = [Row?](repeating: nil, count: ids.count)
        // The indices are apart from the stores: a list in a pair would be copied with each appended index.
        var missing: [ObjectIdentifier: [Int]] = [:]
        var stores: [ObjectIdentifier: StoreView] = [:]
        // The view of the last ID's store: neighbours mostly belong to one store.
        var last: (namespace: ObjectIDNamespace, view: StoreView)?
        for (index, id) in ids.enumerated() where !id.isTemporaryID {
            guard let namespace = id.namespace else { continue }
            if last?.namespace !== namespace {
                last = namespace.store.map { (namespace, views.view(of: $0)) }
            }
            guard let view = last?.view else { continue }
            if let row = view.rows.row(for: id.key, maximumAge: maximumAge) {
                result[index] = row
            } else {
                missing[ObjectIdentifier(view.store), default: []].append(index)
                if stores[ObjectIdentifier(view.store)] == nil { stores[ObjectIdentifier(view.store)] = view }
            }
        }
        for (store, indexes) in missing {
            guard let view = stores[store] else { continue }
            let rows = try Self.read(indexes.map { ids[$0].key }, from: view)
            let byKey = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for index in indexes { result[index] = byKey[ids[index].key] }
        }
        return result
    }

    /// The rows of many objects of one store; one read for all rows that are not cached.
    static func rows(for keys: [ObjectKey], in view: StoreView, maximumAge: TimeInterval) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(keys.count)
        var missing: [ObjectKey] = []
        for key in keys {
            if let row = view.rows.row(for: key, maximumAge: maximumAge) {
                rows.append(row)
            } else {
                missing.append(key)
            }
        }
        if !missing.isEmpty { rows += try read(missing, from: view) }
        return rows
    }

    /// The members of a to-many relationship: prefetched members if they are young enough, else those in the store.
    func members(
        of relationship: NSRelationshipDescription, for id: NSManagedObjectID, maximumAge: TimeInterval
    )
        throws -> [NSManagedObjectID]
    {
        guard !id.isTemporaryID, let store = id.engineStore,
            let (owner, slot) = owner(id, relationship, store)
        else { return [] }
        let view = views.view(of: store)
        let schema = store.engine.schema
        if let side = MemberSide(schema[owner.entity].properties[slot], in: schema),
            let keys = view.rows.members(side, of: owner, maximumAge: maximumAge)
        {
            return keys.map { store.namespace.id($0) }
        }
        let keys = try NSPersistentStoreCoordinator.translatingErrors(store.url) {
            try view.reader.members(of: slot, for: owner)
        }
        return keys.map { store.namespace.id($0) }
    }

    /// The key and slot of a relationship's owner.
    ///
    /// An ID of a superentity without the relationship gets the entity that declares the relationship.
    private func owner(
        _ id: NSManagedObjectID, _ relationship: NSRelationshipDescription, _ store: EngineStore
    ) -> (
        ObjectKey, Int
    )? {
        let schema = store.engine.schema
        if let slot = schema[id.key.entity].slots[relationship.name] { return (id.key, slot) }
        let declaring = relationship.entity.layout
        guard declaring.root == id.key.root, let slot = declaring.slots[relationship.name] else { return nil }
        return (ObjectKey(entity: declaring.number, root: id.key.root, number: id.key.number), slot)
    }

    private static func read(_ keys: [ObjectKey], from view: StoreView) throws -> [Row] {
        try NSPersistentStoreCoordinator.translatingErrors(view.store.url) {
            let rows = try view.rows.reading({ try view.reader.rows(for: keys) }, rows: { $0 })
            // A row that is gone must not come from the row cache again.
            if rows.count < keys.count {
                let found = Set(rows.map(\.key))
                for key in keys where !found.contains(key) { view.rows.remove(key) }
            }
            return rows
        }
    }
}
