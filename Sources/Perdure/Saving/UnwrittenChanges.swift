// SPDX-License-Identifier: Apache-2.0
// The changes that a save still has to write. Merge policies change them: rows are written again, deletions are taken
// back, objects are abandoned. StoreSave.swift owns the changes, ChangeSetBuilder.swift reads them.

import Foundation
import PerdureStore

/// The changes of a save after the conflicts so far.
struct UnwrittenChanges {
    private var insertions: DistinctObjectList
    private var updates: DistinctObjectList
    private var deletions: DistinctObjectList
    private var checks: DistinctObjectList
    /// The IDs of new objects that replace stored objects.
    var takenOverIDs: [ObjectIdentifier: NSManagedObjectID] = [:]
    /// The keys of abandoned objects, with the keys of the objects that replace them in relationships.
    var replacements: [ObjectKey: ObjectKey?] = [:]

    private var abandonedList = DistinctObjectList([])
    private var resolved = DistinctObjectList([])
    private var revivals = DistinctObjectList([])
    private var refills = DistinctObjectList([])
    /// The values and snapshots that merge policies replaced in objects.
    let compensation = CompensationLog()

    init(_ request: SaveRequest) {
        insertions = DistinctObjectList(request.inserted)
        updates = DistinctObjectList(request.updated)
        deletions = DistinctObjectList(request.deleted)
        checks = DistinctObjectList(request.locked)
    }

    var inserted: [NSManagedObject] { insertions.objects }
    var updated: [NSManagedObject] { updates.objects }
    var deleted: [NSManagedObject] { deletions.objects }
    var locked: [NSManagedObject] { checks.objects }
    var abandoned: [NSManagedObject] { abandonedList.objects }
    var resolvedObjects: [NSManagedObject] { resolved.objects }
    var undeleted: [NSManagedObject] { revivals.objects }
    /// Resolved objects that took values of the store.
    var refilled: [NSManagedObject] { refills.objects }

    /// The ID under which an object is written.
    func id(of object: NSManagedObject) -> NSManagedObjectID {
        if !takenOverIDs.isEmpty, let id = takenOverIDs[ObjectIdentifier(object)] { return id }
        return Self.newest(object.id)
    }

    /// The key under which an object is written, and its store.
    ///
    /// A saved object needs no ID for it: another thread may be making the IDs (EarlyIDSets.swift).
    func address(of object: NSManagedObject) -> (key: ObjectKey, namespace: ObjectIDNamespace?) {
        if takenOverIDs.isEmpty, object.key.number >= 0 { return (object.key, object.namespace) }
        let id = id(of: object)
        return (id.key, id.namespace)
    }

    /// The rows of all objects of the save.
    var keys: Set<ObjectKey> {
        Set([inserted, updated, deleted, locked].joined().map { address(of: $0).key })
    }

    /// The ID that a new object will have after the save.
    private static func newest(_ id: NSManagedObjectID) -> NSManagedObjectID {
        id.isTemporaryID ? id.permanent ?? id : id
    }

    /// Applies the decisions of a merge policy.
    ///
    /// - Throws: what reading the store reports, for conflicts that the policy left undecided.
    mutating func resolve(_ list: ConflictList) throws {
        for object in list.alreadyDeleted { remove(object, from: \.deletions) }
        for conflict in list.versions { try resolve(conflict) }
        for conflict in list.constraints { resolve(conflict) }
        try forget(list.missingDestinations)
        closeGaps()
    }

    private mutating func closeGaps() {
        insertions.closeGaps()
        updates.closeGaps()
        deletions.closeGaps()
        checks.closeGaps()
    }

    /// Removes objects from the lists of resolved objects: their store has failed.
    mutating func leaveOut(_ unsaved: Set<NSManagedObject>) {
        resolved.removeAll(where: unsaved.contains)
        refills.removeAll(where: unsaved.contains)
    }

    /// Applies delete rules to members whose deletion a merge policy had just taken back.
    mutating func resolve(_ danglingMembers: [DanglingMember]) {
        for danglingMember in danglingMembers {
            guard let member = undeleted.first(where: { $0.objectID == danglingMember.memberID }) else {
                continue
            }
            if danglingMember.owner.binding.deleteRule(at: danglingMember.slot) == .cascadeDeleteRule {
                remove(member, from: \.revivals)
                add(member, in: \.deletions)
            } else {
                add(member, in: \.updates)
            }
        }
        revivals.closeGaps()
    }

    private mutating func resolve(_ conflict: NSMergeConflict) throws {
        let object = conflict.sourceObject
        switch try conflict.finalSettlement() {
        case .written:
            compensation.rebase(object, on: conflict.newest)
            add(object, in: \.resolved)
            if conflict.tookValues { add(object, in: \.refills) }
            // A policy may have changed an object that the save was only to check.
            if conflict.role == .check, object.differsPersistently { join(object, \.updates) }
        case .rewritten:
            // The row is gone, so the object is inserted again under its own key.
            remove(object, from: \.updates)
            join(object, \.insertions)
            add(object, in: \.resolved)
        case .abandoned:
            abandon(object, replacement: nil)
        case .deleted:
            compensation.rebase(object, on: conflict.newest)
        case .undeleted:
            compensation.rebase(object, on: conflict.newest)
            remove(object, from: \.deletions)
            add(object, in: \.revivals)
        }
    }

    private mutating func resolve(_ conflict: NSConstraintConflict) {
        for (object, outcome) in conflict.outcomes {
            switch outcome {
            case .written:
                add(object, in: \.resolved)
            case .becomesStoredObject(let id, let row):
                remove(object, from: \.insertions)
                join(object, \.updates)
                if object.objectID != id { replacements[address(of: object).key] = .some(id.key) }
                takenOverIDs[ObjectIdentifier(object)] = id
                compensation.rebase(object, on: row)
                add(object, in: \.resolved)
            case .replaced(let replacement):
                replacements[id(of: object).key] = .some(Self.newest(replacement).key)
            case .abandoned(let replacement):
                abandon(object, replacement: replacement)
            }
        }
    }

    /// Adds the objects that a merge policy inserted, changed and deleted itself.
    mutating func join(_ changes: SavedChanges) {
        for object in changes.deleted { remove(object, from: \.updates) }
        insertions.removeAll { !$0.staysAlive || $0.link == nil }
        for object in changes.inserted { join(object, \.insertions) }
        for object in changes.updated { join(object, \.updates) }
        for object in changes.deleted { join(object, \.deletions) }
        closeGaps()
    }

    private mutating func join(
        _ object: NSManagedObject, _ list: WritableKeyPath<UnwrittenChanges, DistinctObjectList>
    ) {
        let isKnown =
            insertions.contains(object) || updates.contains(object) || deletions.contains(object)
            || abandonedList.contains(object)
        if !isKnown { self[keyPath: list].append(object) }
    }

    private mutating func abandon(_ object: NSManagedObject, replacement: NSManagedObjectID?) {
        replacements[id(of: object).key] = .some(replacement.map { Self.newest($0).key })
        remove(object, from: \.insertions)
        remove(object, from: \.updates)
        remove(object, from: \.checks)
        add(object, in: \.abandonedList)
    }

    private mutating func remove(
        _ object: NSManagedObject, from list: WritableKeyPath<UnwrittenChanges, DistinctObjectList>
    ) {
        self[keyPath: list].remove(object)
    }

    private mutating func add(
        _ object: NSManagedObject, in list: WritableKeyPath<UnwrittenChanges, DistinctObjectList>
    ) {
        self[keyPath: list].append(object)
    }
}
