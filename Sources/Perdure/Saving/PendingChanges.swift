// SPDX-License-Identifier: Apache-2.0
// The changes that a save still has to write. Merge policies change them: rows are written again, deletions are taken
// back, objects are abandoned. StoreSave.swift owns the changes, ChangeSetBuilder.swift reads them.

import Foundation
import PerdureStore

/// The changes of a save after the conflicts so far.
struct PendingChanges {
    private var insertions: PendingList
    private var updates: PendingList
    private var deletions: PendingList
    private var checks: PendingList
    /// The IDs of new objects that replace stored objects.
    var places: [ObjectIdentifier: NSManagedObjectID] = [:]
    /// The keys of abandoned objects, with the keys of the objects that replace them in relationships.
    var replacements: [ObjectKey: ObjectKey?] = [:]

    private var leavers = PendingList([])
    private var resolved = PendingList([])
    private var revivals = PendingList([])
    private var refills = PendingList([])
    /// The values and snapshots that merge policies replaced in objects.
    let overwritten = OverwrittenValues()

    init(_ request: SaveRequest) {
        insertions = PendingList(request.inserted)
        updates = PendingList(request.updated)
        deletions = PendingList(request.deleted)
        checks = PendingList(request.locked)
    }

    var inserted: [NSManagedObject] { insertions.objects }
    var updated: [NSManagedObject] { updates.objects }
    var deleted: [NSManagedObject] { deletions.objects }
    var locked: [NSManagedObject] { checks.objects }
    var abandoned: [NSManagedObject] { leavers.objects }
    var merged: [NSManagedObject] { resolved.objects }
    var undeleted: [NSManagedObject] { revivals.objects }
    /// Merged objects that took values of the store.
    var refilled: [NSManagedObject] { refills.objects }

    /// The ID under which an object is written.
    func id(of object: NSManagedObject) -> NSManagedObjectID {
        if !places.isEmpty, let id = places[ObjectIdentifier(object)] { return id }
        return Self.newest(object.id)
    }

    /// The rows of all objects of the save.
    var keys: Set<ObjectKey> {
        Set([inserted, updated, deleted, locked].joined().map { id(of: $0).key })
    }

    /// The ID that a new object will have after the save.
    private static func newest(_ id: NSManagedObjectID) -> NSManagedObjectID {
        id.isTemporaryID ? id.permanent ?? id : id
    }

    /// Applies the decisions of a merge policy.
    ///
    /// - Throws: what reading the store reports, for conflicts that the policy left undecided.
    mutating func settle(_ list: ConflictList) throws {
        for object in list.goneTwice { remove(object, from: \.deletions) }
        for conflict in list.versions { try settle(conflict) }
        for conflict in list.constraints { settle(conflict) }
        try forget(list.lostDestinations)
        closeGaps()
    }

    private mutating func closeGaps() {
        insertions.closeGaps()
        updates.closeGaps()
        deletions.closeGaps()
        checks.closeGaps()
    }

    /// Removes objects from the lists of merged objects: their store has failed.
    mutating func leaveOut(_ unsaved: Set<NSManagedObject>) {
        resolved.removeAll(where: unsaved.contains)
        refills.removeAll(where: unsaved.contains)
    }

    /// Applies delete rules to members whose deletion a merge policy had just taken back.
    mutating func settle(_ stragglers: [Straggler]) {
        for straggler in stragglers {
            guard let member = undeleted.first(where: { $0.objectID == straggler.memberID }) else { continue }
            if straggler.owner.binding.deleteRule(at: straggler.slot) == .cascadeDeleteRule {
                remove(member, from: \.revivals)
                note(member, in: \.deletions)
            } else {
                note(member, in: \.updates)
            }
        }
        revivals.closeGaps()
    }

    private mutating func settle(_ conflict: NSMergeConflict) throws {
        let object = conflict.sourceObject
        switch try conflict.finalSettlement() {
        case .written:
            overwritten.rebase(object, on: conflict.newest)
            note(object, in: \.resolved)
            if conflict.tookValues { note(object, in: \.refills) }
            // A policy may have changed an object that the save was only to check.
            if conflict.role == .check, object.differsPersistently { join(object, \.updates) }
        case .rewritten:
            // The row is gone, so the object is inserted again under its own key.
            remove(object, from: \.updates)
            join(object, \.insertions)
            note(object, in: \.resolved)
        case .abandoned:
            abandon(object, replacement: nil)
        case .deleted:
            overwritten.rebase(object, on: conflict.newest)
        case .undeleted:
            overwritten.rebase(object, on: conflict.newest)
            remove(object, from: \.deletions)
            note(object, in: \.revivals)
        }
    }

    private mutating func settle(_ conflict: NSConstraintConflict) {
        for (object, settlement) in conflict.settlements {
            switch settlement {
            case .written:
                note(object, in: \.resolved)
            case .takesPlace(let id, let row):
                remove(object, from: \.insertions)
                join(object, \.updates)
                if object.objectID != id { replacements[self.id(of: object).key] = .some(id.key) }
                places[ObjectIdentifier(object)] = id
                overwritten.rebase(object, on: row)
                note(object, in: \.resolved)
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
        _ object: NSManagedObject, _ list: WritableKeyPath<PendingChanges, PendingList>
    ) {
        let isKnown =
            insertions.contains(object) || updates.contains(object) || deletions.contains(object)
            || leavers.contains(object)
        if !isKnown { self[keyPath: list].append(object) }
    }

    private mutating func abandon(_ object: NSManagedObject, replacement: NSManagedObjectID?) {
        replacements[id(of: object).key] = .some(replacement.map { Self.newest($0).key })
        remove(object, from: \.insertions)
        remove(object, from: \.updates)
        remove(object, from: \.checks)
        note(object, in: \.leavers)
    }

    private mutating func remove(
        _ object: NSManagedObject, from list: WritableKeyPath<PendingChanges, PendingList>
    ) {
        self[keyPath: list].remove(object)
    }

    private mutating func note(
        _ object: NSManagedObject, in list: WritableKeyPath<PendingChanges, PendingList>
    ) {
        self[keyPath: list].append(object)
    }
}
