// SPDX-License-Identifier: Apache-2.0
// Which object stands for which ID: one object per ID, found by store and number. Objects that nobody
// holds leave by themselves; ChangeJournal.swift holds those with changes.

import Foundation
import PerdureStore

/// The registered objects of a context, held weakly.
struct IdentityMap {
    /// The objects of one hierarchy of one store; new objects without a store have a table of their own.
    private struct TableKey: Hashable {
        let origin: ObjectIdentifier?
        let root: Int32
    }

    private typealias Entry = LiveReference<NSManagedObject>

    private var tables: [TableKey: [Int64: Entry]] = [:]
    /// Entries at which the tables are next searched for dead ones.
    private var limit = 1024
    private var count = 0
    private var retained: Set<NSManagedObject> = []

    /// Whether all objects are held strongly.
    var retainsAll = false {
        didSet { retained = retainsAll ? allObjects : [] }
    }

    subscript(id: NSManagedObjectID) -> NSManagedObject? {
        tables[Self.key(id)]?[id.key.number]?.object
    }

    subscript(temporary number: Int64) -> NSManagedObject? {
        tables[TableKey(origin: nil, root: 0)]?[number]?.object
    }

    /// The living objects that bear temporary IDs.
    var temporaryObjects: [NSManagedObject] {
        tables[TableKey(origin: nil, root: 0)]?.values.compactMap(\.object) ?? []
    }

    subscript(key: ObjectKey, origin: ObjectIDOrigin) -> NSManagedObject? {
        tables[TableKey(origin: ObjectIdentifier(origin), root: key.root)]?[key.number]?.object
    }

    /// Temporary numbers are unique in the process, and the store of a new object may change: they need no origin.
    private static func key(_ id: NSManagedObjectID) -> TableKey {
        if id.isTemporaryID { return TableKey(origin: nil, root: 0) }
        return TableKey(origin: id.origin.map { ObjectIdentifier($0) }, root: id.key.root)
    }

    mutating func insert(_ object: NSManagedObject) {
        if count >= limit { removeDead() }
        let id = object.id
        tables[Self.key(id), default: [:]][id.key.number] = Entry(object)
        count += 1
        if retainsAll { retained.insert(object) }
    }

    /// Forgets an object under an ID, which need not be its present one.
    mutating func remove(_ id: NSManagedObjectID) {
        if let entry = tables[Self.key(id)]?.removeValue(forKey: id.key.number) {
            count -= 1
            if retainsAll, let object = entry.object { retained.remove(object) }
        }
    }

    mutating func removeAll() {
        tables = [:]
        retained = []
        count = 0
    }

    /// All living objects.
    var allObjects: Set<NSManagedObject> {
        var result: Set<NSManagedObject> = []
        for table in tables.values {
            for entry in table.values {
                if let object = entry.object { result.insert(object) }
            }
        }
        return result
    }

    /// Searching is paid for by the insertions since the last search.
    private mutating func removeDead() {
        for key in Array(tables.keys) {
            tables[key] = tables[key]?.filter { $0.value.object != nil }
        }
        count = tables.values.reduce(0) { $0 + $1.count }
        limit = max(1024, count * 2)
    }
}
