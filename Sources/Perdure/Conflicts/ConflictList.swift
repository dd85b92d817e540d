// SPDX-License-Identifier: Apache-2.0
// Makes Apple's conflict objects from an engine's conflicts, which are keys and rows. The merge policies resolve them:
// VersionConflictResolution.swift, ConstraintConflictResolution.swift.

import Foundation
import PerdureStore

/// The conflicts that one store reported.
struct StoreConflicts {
    let set: StoreChanges
    let list: [CommitConflict]
    /// The cached rows of these objects at the time of the conflicts.
    private let held: [ObjectKey: Row]

    /// Records conflicts; call it while no other context of the coordinator saves.
    init(set: StoreChanges, list: [CommitConflict]) {
        self.set = set
        self.list = list
        held = list.compactMap(\.row).reduce(into: [:]) { $0[$1.key] = set.store.rows.row(for: $1.key) }
    }

    /// A part of the conflicts.
    func with(_ list: [CommitConflict]) -> StoreConflicts {
        StoreConflicts(set: set, list: list, held: held)
    }

    private init(set: StoreChanges, list: [CommitConflict], held: [ObjectKey: Row]) {
        self.set = set
        self.list = list
        self.held = held
    }

    /// Updates the row cache by the rows of optimistic lock conflicts; call it after the merge policy.
    func remember() {
        for case .version(let key, let current) in list {
            if let current {
                learn(current)
            } else {
                set.store.rows.remove(key)
            }
        }
    }

    /// Updates the row cache by the rows of constraints and delete rules: a program may read their objects.
    func rememberCollisions() {
        for conflict in list {
            switch conflict {
            case .constraint(_, _, _, let row?), .danglingMember(_, _, _, let row?): learn(row)
            default: break
            }
        }
    }

    private func learn(_ row: Row) { set.store.rows.learn(row, replacing: held[row.key]) }
}

/// The conflicts of a save, in the form for a merge policy.
struct ConflictList {
    private(set) var versions: [NSMergeConflict] = []
    private(set) var constraints: [NSConstraintConflict] = []
    /// Objects that this save deletes and another writer has already deleted: no conflict.
    private(set) var alreadyDeleted: [NSManagedObject] = []
    /// Members that deletions would leave behind: delete rules decide about them, not the merge policy.
    private(set) var danglingMembers: [DanglingMember] = []
    /// Rows that are gone, although a merge policy had made them destinations.
    private(set) var missingDestinations: Set<ObjectKey> = []

    /// The conflicts for the merge policy.
    var all: [Any] { versions.filter { $0.outcome == nil } as [Any] + constraints as [Any] }

    /// The conflicts in the error of a save that gives up.
    var report: [Any] { all.isEmpty ? danglingMembers.map { $0.conflict(compensation) } : all }

    /// The values that merge policies replace in the objects.
    private let compensation: CompensationLog

    init(
        _ conflicts: [StoreConflicts], _ context: NSManagedObjectContext, _ compensation: CompensationLog
    ) throws {
        self.compensation = compensation
        for conflict in conflicts {
            conflict.rememberCollisions()
            let objects = Self.objects(of: conflict.set)
            addVersions(conflict, objects)
            addConstraints(conflict, objects, context)
            danglingMembers += conflict.danglingMembers(objects)
        }
        if !alreadyDeleted.isEmpty { try resolveLosses() }
    }

    /// Resolves the conflicts of objects that only lost members deleted by others too: they need no policy.
    private func resolveLosses() throws {
        let gone = Set(alreadyDeleted)
        let lost = versions.filter { $0.role == .update && $0.sourceObject.hasOnlyLost(gone) }
        try VersionConflictResolution.apply(.rollbackMergePolicyType, to: lost)
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
            guard let object = objects[key] else {
                if current == nil { missingDestinations.insert(key) }
                continue
            }
            if deleted.contains(key), current == nil {
                alreadyDeleted.append(object)
                continue
            }
            let role: NSMergeConflict.Role =
                deleted.contains(key) ? .deletion : written.contains(key) ? .update : .check
            versions.append(NSMergeConflict(object, role, current, conflicts.set.store, compensation))
        }
    }

    private mutating func addConstraints(
        _ conflicts: StoreConflicts, _ objects: [ObjectKey: NSManagedObject],
        _ context: NSManagedObjectContext
    ) {
        var groups: [[String]: CollisionGroup] = [:]
        var order: [[String]] = []
        for case .constraint(_, let attributes, let key, let existing) in conflicts.list {
            guard let object = objects[key] else { continue }
            if groups[attributes] == nil { order.append(attributes) }
            groups[attributes, default: CollisionGroup(attributes, conflicts.set)].add(object, existing)
        }
        for attributes in order {
            for collision in groups[attributes]?.collisions ?? [] {
                constraints.append(
                    NSConstraintConflict(attributes, collision, conflicts.set.store, context, compensation))
            }
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

extension CommitConflict {
    /// The stored row, if there is one.
    fileprivate var row: Row? {
        switch self {
        case .version(_, let row): row
        case .constraint(_, _, _, let row): row
        case .danglingMember(_, _, _, let row): row
        }
    }
}
