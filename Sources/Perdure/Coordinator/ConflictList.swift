// SPDX-License-Identifier: Apache-2.0
// From an engine's conflicts, which are keys and rows, to Apple's conflict objects. Merge policies settle
// them: VersionConflictMerge.swift, ConstraintConflictMerge.swift.

import Foundation
import PerdureStore

/// The conflicts that one store reported.
struct StoreConflicts {
    let set: StoreChanges
    let list: [CommitConflict]
    /// What the row cache held of these objects when the conflicts were found.
    private let held: [ObjectKey: Row]

    /// Takes down conflicts; called while no other context of the coordinator saves.
    init(set: StoreChanges, list: [CommitConflict]) {
        self.set = set
        self.list = list
        held = list.compactMap(\.row).reduce(into: [:]) { $0[$1.key] = set.store.rows.row(for: $1.key) }
    }

    /// Some of the conflicts.
    func with(_ list: [CommitConflict]) -> StoreConflicts {
        StoreConflicts(set: set, list: list, held: held)
    }

    private init(set: StoreChanges, list: [CommitConflict], held: [ObjectKey: Row]) {
        self.set = set
        self.list = list
        self.held = held
    }

    /// Lets the row cache know what was found, after the merge policy.
    func remember() {
        for case .version(let key, let current) in list {
            if let current {
                learn(current)
            } else {
                set.store.rows.remove(key)
            }
        }
    }

    /// The same for the rows that constraints met: a policy may read their objects.
    func rememberCollisions() {
        for case .constraint(_, _, _, let existing?) in list { learn(existing) }
    }

    private func learn(_ row: Row) { set.store.rows.learn(row, replacing: held[row.key]) }
}

/// The conflicts of a save, as a merge policy gets them.
struct ConflictList {
    private(set) var versions: [NSMergeConflict] = []
    private(set) var constraints: [NSConstraintConflict] = []
    /// Objects that this save deletes and another writer has deleted already: no conflict.
    private(set) var goneTwice: [NSManagedObject] = []

    /// What the merge policy is asked about.
    var all: [Any] { versions.filter { $0.settlement == nil } as [Any] + constraints as [Any] }

    /// What policies replace in the objects.
    private let overwritten: OverwrittenValues

    init(
        _ conflicts: [StoreConflicts], _ context: NSManagedObjectContext, _ overwritten: OverwrittenValues
    ) throws {
        self.overwritten = overwritten
        for conflict in conflicts {
            conflict.rememberCollisions()
            let objects = Self.objects(of: conflict.set)
            addVersions(conflict, objects)
            addConstraints(conflict, objects, context)
        }
        if !goneTwice.isEmpty { try settleLosses() }
    }

    /// Objects that only lost members which others have deleted too need no policy.
    private func settleLosses() throws {
        let gone = Set(goneTwice)
        for conflict in versions
        where conflict.role == .update && conflict.sourceObject.hasOnlyLost(gone) {
            try VersionConflictMerge(conflict: conflict, policy: .rollbackMergePolicyType).apply()
        }
    }

    private static func objects(of set: StoreChanges) -> [ObjectKey: NSManagedObject] {
        var result: [ObjectKey: NSManagedObject] = [:]
        for object in set.checkedObjects + set.deletedObjects { result[object.objectID.key] = object }
        for (object, update) in zip(set.updatedObjects, set.changes.updates) { result[update.key] = object }
        for (object, insertion) in zip(set.insertedObjects, set.changes.insertions) {
            result[insertion.key] = object
        }
        return result
    }

    private mutating func addVersions(_ conflicts: StoreConflicts, _ objects: [ObjectKey: NSManagedObject]) {
        let deleted = Set(conflicts.set.changes.deletions.map(\.key))
        let written = Set(conflicts.set.changes.updates.map(\.key))
        for case .version(let key, let current) in conflicts.list {
            guard let object = objects[key] else { continue }
            if deleted.contains(key), current == nil {
                goneTwice.append(object)
                continue
            }
            let role: NSMergeConflict.Role =
                deleted.contains(key) ? .deletion : written.contains(key) ? .update : .check
            versions.append(NSMergeConflict(object, role, current, conflicts.set.store, overwritten))
        }
    }

    private mutating func addConstraints(
        _ conflicts: StoreConflicts, _ objects: [ObjectKey: NSManagedObject],
        _ context: NSManagedObjectContext
    ) {
        var groups: [[String]: [ConstraintCollision]] = [:]
        var order: [[String]] = []
        for case .constraint(_, let attributes, let key, let existing) in conflicts.list {
            guard let object = objects[key] else { continue }
            if groups[attributes] == nil { order.append(attributes) }
            let values = attributes.map { object.valueForConflict($0) }
            // When two objects of this save collide, the engine may name only one of them.
            let objects =
                existing == nil ? Self.partners(of: object, values, attributes, conflicts.set) : [object]
            for object in objects { groups[attributes, default: []].add(object, values, existing) }
        }
        for attributes in order {
            for collision in groups[attributes] ?? [] {
                constraints.append(
                    NSConstraintConflict(attributes, collision, conflicts.set.store, context, overwritten))
            }
        }
    }
}

extension ConflictList {
    /// The objects of a save that have the same values in a constraint, in the save's order.
    private static func partners(
        of object: NSManagedObject, _ values: [SlotValue], _ attributes: [String], _ set: StoreChanges
    ) -> [NSManagedObject] {
        let root = object.binding.layout.root
        return (set.insertedObjects + set.updatedObjects).filter { other in
            other.binding.layout.root == root && attributes.map { other.valueForConflict($0) } == values
        }
    }
}

extension NSManagedObject {
    /// Whether the object's only change is that it has lost some of the given members.
    fileprivate final func hasOnlyLost(_ gone: Set<NSManagedObject>) -> Bool {
        binding.slotProperties.allSatisfy { property in
            if property.isTransient { return true }
            guard property.isToMany else { return !isChanged(property) }
            guard let members = knownMembers(at: property.slot) else { return true }
            return members.added.isEmpty && members.removed.isSubset(of: gone)
        }
    }
}

/// Objects of one save that share the values of a constraint.
struct ConstraintCollision {
    let values: [SlotValue]
    var objects: [NSManagedObject]
    var existing: Row?

    func collides(_ values: [SlotValue], _ row: Row?) -> Bool {
        self.values == values || (row != nil && row?.key == existing?.key)
    }
}

extension [ConstraintCollision] {
    fileprivate mutating func add(_ object: NSManagedObject, _ values: [SlotValue], _ existing: Row?) {
        guard let index = firstIndex(where: { $0.collides(values, existing) }) else {
            return append(ConstraintCollision(values: values, objects: [object], existing: existing))
        }
        if !self[index].objects.contains(where: { $0 === object }) { self[index].objects.append(object) }
        self[index].existing = self[index].existing ?? existing
    }
}

extension CommitConflict {
    /// The row that is stored, if there is one.
    fileprivate var row: Row? {
        switch self {
        case .version(_, let row): row
        case .constraint(_, _, _, let row): row
        }
    }
}
