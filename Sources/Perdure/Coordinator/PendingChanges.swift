// SPDX-License-Identifier: Apache-2.0
// What a save still has to write. Merge policies change it: rows are written again, deletions taken back,
// objects given up. StoreSave.swift owns it, ChangeSetBuilder.swift reads it.

import Foundation
import PerdureStore

/// The changes of a save, as they stand after the conflicts so far.
struct PendingChanges {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    var locked: [NSManagedObject]
    /// The IDs of new objects that take the place of stored ones.
    var places: [ObjectIdentifier: NSManagedObjectID] = [:]
    /// Objects that were given up, with the object that takes their place in relationships.
    var replacements: [ObjectKey: ObjectKey?] = [:]

    var abandoned: [NSManagedObject] = []
    var merged: [NSManagedObject] = []
    var undeleted: [NSManagedObject] = []
    /// Merged objects into which values of the store came.
    var refilled: [NSManagedObject] = []
    /// What merge policies replaced in objects, and the snapshots that they had.
    let overwritten = OverwrittenValues()

    init(_ request: SaveRequest) {
        inserted = request.inserted
        updated = request.updated
        deleted = request.deleted
        locked = request.locked
    }

    /// The ID under which an object is written.
    func id(of object: NSManagedObject) -> NSManagedObjectID {
        if !places.isEmpty, let id = places[ObjectIdentifier(object)] { return id }
        return Self.newest(object.id)
    }

    /// The ID that a new object will have after the save.
    private static func newest(_ id: NSManagedObjectID) -> NSManagedObjectID {
        id.isTemporaryID ? id.permanent ?? id : id
    }

    /// Takes over what a merge policy decided.
    ///
    /// - Throws: what reading the store reports, for conflicts that the policy left undecided.
    mutating func settle(_ list: ConflictList) throws {
        for object in list.goneTwice { remove(object, from: \.deleted) }
        for conflict in list.versions { try settle(conflict) }
        for conflict in list.constraints { settle(conflict) }
    }

    private mutating func settle(_ conflict: NSMergeConflict) throws {
        let object = conflict.sourceObject
        switch try conflict.finalSettlement() {
        case .written:
            overwritten.rebase(object, on: conflict.newest)
            note(object, in: \.merged)
            if conflict.tookValues { note(object, in: \.refilled) }
            // A policy may have changed an object that was only to be checked.
            if conflict.role == .check, object.hasPersistentChangedValues { join(object, \.updated) }
        case .rewritten:
            // The row is gone, so the object is inserted again under its own key.
            remove(object, from: \.updated)
            join(object, \.inserted)
            note(object, in: \.merged)
        case .abandoned:
            abandon(object, replacement: nil)
        case .deleted:
            overwritten.rebase(object, on: conflict.newest)
        case .undeleted:
            overwritten.rebase(object, on: conflict.newest)
            remove(object, from: \.deleted)
            note(object, in: \.undeleted)
        }
    }

    private mutating func settle(_ conflict: NSConstraintConflict) {
        for (object, settlement) in conflict.settlements {
            switch settlement {
            case .written:
                note(object, in: \.merged)
            case .takesPlace(let id, let row):
                remove(object, from: \.inserted)
                join(object, \.updated)
                if object.objectID != id { replacements[self.id(of: object).key] = .some(id.key) }
                places[ObjectIdentifier(object)] = id
                overwritten.rebase(object, on: row)
                note(object, in: \.merged)
            case .replaced(let replacement):
                replacements[id(of: object).key] = .some(Self.newest(replacement).key)
            case .abandoned(let replacement):
                abandon(object, replacement: replacement)
            }
        }
    }

    /// Adds what a merge policy inserted, changed and deleted besides.
    mutating func join(_ changes: SavedChanges) {
        for object in changes.deleted { remove(object, from: \.updated) }
        inserted.removeAll { !$0.staysAlive || $0.link == nil }
        for object in changes.inserted { join(object, \.inserted) }
        for object in changes.updated { join(object, \.updated) }
        for object in changes.deleted { join(object, \.deleted) }
    }

    private mutating func join(
        _ object: NSManagedObject, _ list: WritableKeyPath<PendingChanges, [NSManagedObject]>
    ) {
        let isKnown = [inserted, updated, deleted, abandoned].contains { $0.contains { $0 === object } }
        if !isKnown { self[keyPath: list].append(object) }
    }

    private mutating func abandon(_ object: NSManagedObject, replacement: NSManagedObjectID?) {
        replacements[id(of: object).key] = .some(replacement.map { Self.newest($0).key })
        remove(object, from: \.inserted)
        remove(object, from: \.updated)
        remove(object, from: \.locked)
        note(object, in: \.abandoned)
    }

    private mutating func remove(
        _ object: NSManagedObject, from list: WritableKeyPath<PendingChanges, [NSManagedObject]>
    ) {
        self[keyPath: list].removeAll { $0 === object }
    }

    private mutating func note(
        _ object: NSManagedObject, in list: WritableKeyPath<PendingChanges, [NSManagedObject]>
    ) {
        if !self[keyPath: list].contains(where: { $0 === object }) { self[keyPath: list].append(object) }
    }
}
