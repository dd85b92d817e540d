// SPDX-License-Identifier: Apache-2.0
// The identity map: one object for each ID, found by store and number (IdentityTable.swift). Objects without an owner
// leave by themselves; ChangeJournal.swift holds the objects with changes.

import Foundation
import PerdureStore

/// The registered objects of a context, held weakly.
///
/// A class, because a lookup in a context's struct would copy it, with all its references.
final class IdentityMap {
    /// The key of a table: one hierarchy of one store.
    ///
    /// New objects without a store have a table of their own.
    private struct TableKey: Hashable {
        let namespace: ObjectIdentifier?
        let root: Int32
    }

    // Exclusivity checks are off as in IdentityTable.swift, for the same reasons.
    @exclusivity(unchecked) private var tables: [TableKey: IdentityTable] = [:]
    /// The table that was used last.
    @exclusivity(unchecked) private var recent: (key: TableKey, table: IdentityTable)?
    @exclusivity(unchecked) private var retained: Set<NSManagedObject> = []
    /// The table of the objects that have temporary IDs.
    @exclusivity(unchecked) private var temporary = IdentityTable()

    /// Counts how often the map was emptied; a caller that keeps a table compares the count.
    @exclusivity(unchecked) private(set) var resets = 0

    /// Whether all objects are held strongly.
    @exclusivity(unchecked) var retainsAll = false {
        didSet { retained = retainsAll ? allObjects : [] }
    }

    subscript(id: NSManagedObjectID) -> NSManagedObject? {
        id.isTemporaryID ? temporary[id.key.number] : id.namespace.flatMap { self[id.key, $0] }
    }

    subscript(temporary number: Int64) -> NSManagedObject? { temporary[number] }

    /// The living objects that bear temporary IDs.
    var temporaryObjects: [NSManagedObject] {
        var objects: [NSManagedObject] = []
        temporary.forEach { objects.append($0) }
        return objects
    }

    subscript(key: ObjectKey, namespace: ObjectIDNamespace) -> NSManagedObject? {
        let name = TableKey(namespace: ObjectIdentifier(namespace), root: key.root)
        if let recent, recent.key == name { return recent.table[key.number] }
        return tables[name]?[key.number]
    }

    /// The table of one hierarchy of one store, for many lookups.
    func table(of root: Int32, in namespace: ObjectIDNamespace?) -> IdentityTable {
        let key = TableKey(namespace: namespace.map { ObjectIdentifier($0) }, root: root)
        if let recent, recent.key == key { return recent.table }
        let table = tables[key] ?? IdentityTable()
        tables[key] = table
        recent = (key, table)
        return table
    }

    /// The table for an object.
    ///
    /// Temporary numbers are unique in the process, so that these objects need no store.
    private func table(of object: NSManagedObject) -> IdentityTable {
        if object.number < 0 { return temporary }
        return table(of: object.environment.root, in: object.namespace)
    }

    func insert(_ object: NSManagedObject) {
        table(of: object).insert(object, object.number)
        if retainsAll { retain(object) }
    }

    /// Holds an object strongly.
    func retain(_ object: NSManagedObject) { retained.insert(object) }

    /// Removes an object under its current ID.
    func remove(_ object: NSManagedObject) {
        table(of: object).remove(object.number)
        if retainsAll { retained.remove(object) }
    }

    func removeAll() {
        resets += 1
        tables = [:]
        recent = nil
        temporary = IdentityTable()
        retained = []
    }

    /// Empties the map and returns all living objects.
    func takeAll() -> [NSManagedObject] {
        var objects = temporaryObjects
        for table in tables.values { table.forEach { objects.append($0) } }
        removeAll()
        return objects
    }

    /// Whether no registered object is alive.
    var isEmpty: Bool { allObjects.isEmpty }

    /// All living objects.
    var allObjects: Set<NSManagedObject> {
        var result: Set<NSManagedObject> = []
        temporary.forEach { result.insert($0) }
        for table in tables.values { table.forEach { result.insert($0) } }
        return result
    }
}

extension IdentityMap {
    /// What contradicts the map's own rules: nothing when it is sound.
    ///
    /// Looks at every object.
    func checkInvariants() -> [String] {
        var problems = temporary.checkInvariants()
        temporary.forEach { if $0.number >= 0 { problems.append("\($0.number) is no temporary number") } }
        for (key, table) in tables {
            problems += table.checkInvariants()
            table.forEach { object in
                let namespace = object.namespace.map { ObjectIdentifier($0) }
                if object.number < 0 || object.environment.root != key.root || namespace != key.namespace {
                    problems.append("object \(object.number) lies in the table of another hierarchy or store")
                }
            }
        }
        if let recent, tables[recent.key] !== recent.table {
            problems.append("the last table is not in the map")
        }
        if retainsAll, retained != allObjects { problems.append("not all objects are held") }
        return problems
    }
}
