// SPDX-License-Identifier: Apache-2.0
// Applies a child's save to the parent's objects: inserts, changes and deletes them like the parent's own program, but
// without hand-written accessors. ParentSave+Values.swift copies the values; ParentSave+Bases.swift keeps what the child's
// changes are based on.

import Foundation
import PerdureStore

/// One save of a child context.
///
/// It runs on the parent's queue, while the child waits.
struct ParentSave {
    private let request: SaveRequest
    let source: ParentSource
    let parent: NSManagedObjectContext
    /// The parent's objects, by the identities of the child's objects.
    private(set) var counterparts: [ObjectIdentifier: NSManagedObject] = [:]
    /// The parent's objects that will be deleted; held here, because nothing else might keep them alive.
    private var objectsToDelete: [NSManagedObject] = []

    init(_ request: SaveRequest, source: ParentSource) {
        self.request = request
        self.source = source
        parent = source.parent
    }

    /// Applies the whole save.
    ///
    /// - Returns: the child's new snapshots; its objects keep their IDs.
    /// - Throws: errors of values that cannot be archived, of the stores and of the parent's hooks; the parent is
    ///   unchanged then.
    mutating func run() throws -> SaveOutcome {
        var outcome = SaveOutcome()
        outcome.keepsIDs = true
        let changed = request.inserted + request.updated
        for object in changed { outcome.written.append(object, try row(of: object)) }
        try findObjects()
        // Earlier changes of the parent's own program belong to another event.
        parent.endEventOfProgram()
        try parent.changingAllOrNothing { apply(changed) }
        try updateChildSnapshots(&outcome)
        parent.endEvent()
        return outcome
    }

    /// The new snapshot of the child's object.
    ///
    /// Nothing computes derived attributes before the root's save.
    private func row(of object: NSManagedObject) throws -> Row {
        let row = try source.row(madeOf: object)
        return object.withoutAssignedComputedValues(row)
    }

    private mutating func apply(_ changed: [NSManagedObject]) {
        for object in request.updated + request.locked { bringBack(object) }
        let isNew = Set(insertObjects().map { ObjectIdentifier($0) })
        for object in changed {
            guard let twin = counterparts[ObjectIdentifier(object)] else { continue }
            let missed = isNew.contains(ObjectIdentifier(object)) ? [] : missedSlots(of: object, twin)
            applyValues(of: object, to: twin, isNew: isNew.contains(ObjectIdentifier(object)))
            restoreBase(of: object, missed, in: twin)
        }
        for object in changed {
            guard let twin = counterparts[ObjectIdentifier(object)] else { continue }
            applyMembers(of: object, to: twin, isNew: isNew.contains(ObjectIdentifier(object)))
        }
        deleteObjects()
        for object in request.locked {
            if let twin = counterparts[ObjectIdentifier(object)] { parent.lockObject(twin) }
        }
    }

    /// Reads all objects to be changed first, so that little can fail later.
    private mutating func findObjects() throws {
        for object in request.updated + request.locked {
            guard let found = parent.counterpart(of: object.objectID) else { continue }
            try realize(found, for: object)
            // Objects that the parent has deleted stay deleted.
            guard found.staysAlive || isLostRow(of: found, for: object) else { continue }
            counterparts[ObjectIdentifier(object)] = found
        }
        // Objects that the child never read are deleted in any version; those that others have deleted need no row.
        for object in request.deleted where object.snapshot != nil && !object.state.contains(.gone) {
            guard let found = parent.counterpart(of: object.objectID) else { continue }
            try realize(found, for: object)
            objectsToDelete.append(found)
        }
    }

    /// Inserts the child's inserted objects, and returns the ones that are new in the parent too.
    private mutating func insertObjects() -> [NSManagedObject] {
        var new: [NSManagedObject] = []
        for object in request.inserted {
            if let known = parent.registered(object.objectID) {
                // The object was deleted in an earlier save and is inserted again.
                parent.insertObject(known)
                counterparts[ObjectIdentifier(object)] = known
                continue
            }
            let made = ObjectBlueprint(binding: object.binding, id: object.objectID, isFault: false)
                .makeObject()
            parent.insertObject(made)
            counterparts[ObjectIdentifier(object)] = made
            new.append(object)
        }
        return new
    }

    private mutating func deleteObjects() {
        defer { objectsToDelete = [] }
        let gone = request.deleted.filter { $0.state.contains(.gone) }
        parent.adoptDeletions(
            gone.map { $0.objectID.permanentSuccessor ?? $0.objectID }, areStored: false)
        for object in request.deleted where !object.state.contains(.gone) {
            guard let found = parent.counterpart(of: object.objectID), found.staysAlive else { continue }
            restoreBase(of: object, missedSlots(of: object, found), in: found)
            parent.deleteObject(found)
        }
    }

    /// The parent's object for an object of the child; nil when the parent has no such object or has deleted it.
    func counterpart(_ object: NSManagedObject) -> NSManagedObject? {
        if let known = counterparts[ObjectIdentifier(object)] { return known }
        guard let found = parent.counterpart(of: object.objectID), found.staysAlive else { return nil }
        return found
    }
}
