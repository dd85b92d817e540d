// SPDX-License-Identifier: Apache-2.0
// The identity map: one object for each ID, found by store and number (IdentityTable.swift). Objects without an owner
// leave by themselves; ChangeJournal.swift holds the objects with changes.

import Foundation
import PerdureStore

/// The registered objects of a context, held weakly.
///
/// A class, because a lookup in a context's struct would copy it, with all its references.
final class IdentityMap {
    /// The tables of one store, by the numbers of root entities, which are small.
    ///
    /// New objects without a store have tables of their own.
    private struct StoreTables {
        let namespace: ObjectIdentifier?
        var byRoot: ContiguousArray<IdentityTable?> = []

        subscript(root: Int32) -> IdentityTable? {
            let index = Int(root)
            return index >= 0 && index < byRoot.count ? byRoot[index] : nil
        }

        func checkInvariants() -> [String] {
            byRoot.enumerated().flatMap { root, table in table.map { problems(of: $0, Int32(root)) } ?? [] }
        }

        private func problems(of table: IdentityTable, _ root: Int32) -> [String] {
            var problems = table.checkInvariants()
            table.forEach { object in
                let isOwn = object.number >= 0 && object.environment.root == root
                if isOwn, object.namespace.map({ ObjectIdentifier($0) }) == namespace { return }
                problems.append("object \(object.number) lies in the table of another hierarchy or store")
            }
            return problems
        }
    }

    // Exclusivity checks are off as in IdentityTable.swift, for the same reasons.
    /// Searched one by one: a context has few stores, and objects of different entities come by turns.
    @exclusivity(unchecked) private var stores: [StoreTables] = []
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
        knownTable(of: key.root, in: ObjectIdentifier(namespace))?[key.number]
    }

    /// The table of one hierarchy of one store, for many lookups.
    func table(of root: Int32, in namespace: ObjectIDNamespace?) -> IdentityTable {
        let name = namespace.map { ObjectIdentifier($0) }
        return knownTable(of: root, in: name) ?? newTable(of: root, in: name)
    }

    @inline(__always)
    private func knownTable(of root: Int32, in namespace: ObjectIdentifier?) -> IdentityTable? {
        // By indices, because a copy of an element would count a reference.
        for place in stores.indices where stores[place].namespace == namespace { return stores[place][root] }
        return nil
    }

    private func newTable(of root: Int32, in namespace: ObjectIdentifier?) -> IdentityTable {
        let place: Int
        if let known = stores.firstIndex(where: { $0.namespace == namespace }) {
            place = known
        } else {
            place = stores.count
            stores.append(StoreTables(namespace: namespace))
        }
        let missing = Int(root) + 1 - stores[place].byRoot.count
        if missing > 0 { stores[place].byRoot += repeatElement(nil, count: missing) }
        let table = IdentityTable()
        stores[place].byRoot[Int(root)] = table
        return table
    }

    /// All tables but that of temporary IDs.
    private var tables: [IdentityTable] { stores.flatMap { $0.byRoot.compactMap { $0 } } }

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
        stores = []
        temporary = IdentityTable()
        retained = []
    }

    /// Empties the map and returns all living objects.
    func takeAll() -> [NSManagedObject] {
        var objects = temporaryObjects
        for table in tables { table.forEach { objects.append($0) } }
        removeAll()
        return objects
    }

    /// Whether no registered object is alive.
    var isEmpty: Bool { allObjects.isEmpty }

    /// All living objects.
    var allObjects: Set<NSManagedObject> {
        var result: Set<NSManagedObject> = []
        temporary.forEach { result.insert($0) }
        for table in tables { table.forEach { result.insert($0) } }
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
        for store in stores { problems += store.checkInvariants() }
        if retainsAll, retained != allObjects { problems.append("not all objects are held") }
        return problems
    }
}
