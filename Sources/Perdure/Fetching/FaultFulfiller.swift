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
        var missing: [MissingRows] = []
        // The view of the last ID's store: neighbours mostly belong to one store.
        var last: (namespace: ObjectIDNamespace, view: StoreView, place: Int)?
        for (index, id) in ids.enumerated() where !id.isTemporaryID {
            guard let namespace = id.namespace else { continue }
            if last?.namespace !== namespace {
                last = namespace.store.map { store in
                    let view = views.view(of: store)
                    return (namespace, view, MissingRows.place(of: view, in: &missing))
                }
            }
            guard let (_, view, place) = last else { continue }
            if let row = view.rows.row(for: id.key, maximumAge: maximumAge) {
                result[index] = row
            } else {
                missing[place].add(id.key, index)
            }
        }
        for group in missing where !group.keys.isEmpty {
            group.take(try Self.read(group.keys, from: group.view), into: &result)
        }
        return result
    }

    /// The rows of many objects of one store, in the order of their keys; one read for all rows that are not cached.
    static func orderedRows(
        for keys: ArraySlice<ObjectKey>, in view: StoreView, maximumAge: TimeInterval
    ) throws -> [Row?] {
        var result = view.rows.rows(for: keys, maximumAge: maximumAge)
        var missing = MissingRows(view)
        for (index, key) in keys.enumerated() where result[index] == nil { missing.add(key, index) }
        if !missing.keys.isEmpty { missing.take(try read(missing.keys, from: view), into: &result) }
        return result
    }

    /// The rows of many objects of one store, in any order; one read for all rows that are not cached.
    static func rows(for keys: [ObjectKey], in view: StoreView, maximumAge: TimeInterval) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(keys.count)
        var missing: [ObjectKey] = []
        for (key, row) in zip(keys, view.rows.rows(for: keys[...], maximumAge: maximumAge)) {
            if let row { rows.append(row) } else { missing.append(key) }
        }
        if !missing.isEmpty { rows += try read(missing, from: view) }
        return rows
    }

    /// The members of a to-many relationship: prefetched members if they are young enough, else those in the store.
    func members(
        of relationship: NSRelationshipDescription, for key: ObjectKey, in store: EngineStore,
        maximumAge: TimeInterval
    ) throws -> ArraySlice<ObjectKey> {
        let schema = store.engine.schema
        guard let owner = MemberOwner(key, relationship, in: schema) else { return [] }
        let view = views.view(of: store)
        if let side = owner.side(in: schema),
            let keys = view.rows.members(side, of: owner.key, maximumAge: maximumAge)
        {
            return keys
        }
        return try NSPersistentStoreCoordinator.translatingErrors(store.url) {
            try view.reader.members(of: owner.slot, for: owner.key)[...]
        }
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

/// The rows of one store that are not in its cache.
private struct MissingRows {
    let view: StoreView
    private(set) var keys: [ObjectKey] = []
    /// Where each row is wanted.
    private var indexes: [Int] = []

    init(_ view: StoreView) { self.view = view }

    /// The place of a store's group in a list; there are few stores.
    static func place(of view: StoreView, in groups: inout [MissingRows]) -> Int {
        if let place = groups.firstIndex(where: { $0.view.store === view.store }) { return place }
        groups.append(MissingRows(view))
        return groups.count - 1
    }

    mutating func add(_ key: ObjectKey, _ index: Int) {
        keys.append(key)
        indexes.append(index)
    }

    /// Puts rows where they are wanted.
    ///
    /// They mostly come in the order of the keys; a table is made where they do not, or where one is gone.
    func take(_ rows: [Row], into result: inout [Row?]) {
        guard rows.count == keys.count, zip(rows, keys).allSatisfy({ $0.key == $1 }) else {
            let byKey = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for (key, index) in zip(keys, indexes) { result[index] = byKey[key] }
            return
        }
        for (row, index) in zip(rows, indexes) { result[index] = row }
    }
}
