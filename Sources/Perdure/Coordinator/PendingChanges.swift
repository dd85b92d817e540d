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
    /// Rows of objects that the save does not know, deleted because a constraint leaves no room for them.
    var removed: [NSManagedObjectID: Row] = [:]
    /// Objects that were given up, with the object that takes their place in relationships.
    var replacements: [ObjectKey: ObjectKey?] = [:]

    var abandoned: [NSManagedObject] = []
    var merged: [NSManagedObject] = []
    var undeleted: [NSManagedObject] = []

    init(_ request: SaveRequest) {
        inserted = request.inserted
        updated = request.updated
        deleted = request.deleted
        locked = request.locked
    }

    /// The ID under which an object is written.
    func id(of object: NSManagedObject) -> NSManagedObjectID {
        if !places.isEmpty, let id = places[ObjectIdentifier(object)] { return id }
        let id = object.objectID
        return id.isTemporaryID ? id.permanent ?? id : id
    }

    /// Takes over what a merge policy decided.
    mutating func settle(_ list: ConflictList) {
        for object in list.goneTwice { remove(object, from: \.deleted) }
        for conflict in list.versions { settle(conflict) }
        for conflict in list.constraints { settle(conflict) }
    }

    private mutating func settle(_ conflict: NSMergeConflict) {
        let object = conflict.sourceObject
        switch conflict.finalSettlement {
        case .written:
            object.snapshot = conflict.newest
            note(object, in: \.merged)
        case .dropped:
            object.snapshot = conflict.newest
            remove(object, from: \.updated)
            remove(object, from: \.locked)
            note(object, in: \.merged)
        case .rewritten:
            // The row is gone, so the object is inserted again under its own key.
            remove(object, from: \.updated)
            inserted.append(object)
        case .abandoned:
            abandon(object, replacement: nil)
        case .deleted:
            object.snapshot = conflict.newest
        case .undeleted:
            object.snapshot = conflict.newest
            remove(object, from: \.deleted)
            note(object, in: \.undeleted)
        }
    }

    private mutating func settle(_ conflict: NSConstraintConflict) {
        for (object, settlement) in conflict.settlements {
            switch settlement {
            case .written:
                note(object, in: \.merged)
            case .dropped:
                remove(object, from: \.updated)
                note(object, in: \.merged)
            case .takesPlace(let id, let row):
                remove(object, from: \.inserted)
                if !updated.contains(where: { $0 === object }) { updated.append(object) }
                if object.objectID != id { replacements[self.id(of: object).key] = .some(id.key) }
                places[ObjectIdentifier(object)] = id
                object.snapshot = row
                note(object, in: \.merged)
            case .abandoned(let replacement):
                abandon(object, replacement: replacement)
            }
        }
        if let (id, row) = conflict.removedRow { removed[id] = row }
    }

    private mutating func abandon(_ object: NSManagedObject, replacement: NSManagedObjectID?) {
        replacements[id(of: object).key] = .some(replacement?.key)
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
