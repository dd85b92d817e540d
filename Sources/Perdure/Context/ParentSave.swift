// SPDX-License-Identifier: Apache-2.0
// What a child saves, applied to the parent's objects: inserted, changed and deleted there as if the parent's own
// program did it, but without accessors written by hand. The values are in ParentSave+Values.swift.

import Foundation
import PerdureStore

/// One save of a child context.
///
/// Runs on the parent's queue, while the child waits.
struct ParentSave {
    private let request: SaveRequest
    let source: ParentSource
    let parent: NSManagedObjectContext
    /// The parent's objects, by the child's.
    private(set) var counterparts: [ObjectIdentifier: NSManagedObject] = [:]
    /// The parent's objects that are to be deleted: nobody else may keep them.
    private var doomed: [NSManagedObject] = []

    init(_ request: SaveRequest, source: ParentSource) {
        self.request = request
        self.source = source
        parent = source.parent
    }

    /// Applies everything.
    ///
    /// - Returns: the child's new snapshots; its objects keep their IDs.
    /// - Throws: for values that cannot be archived, what the stores and the parent's hooks report; the parent is as it
    ///   was then.
    mutating func run() throws -> SaveOutcome {
        var outcome = SaveOutcome()
        outcome.keepsIDs = true
        let changed = request.inserted + request.updated
        for object in changed { outcome.written.append((object, try row(of: object))) }
        try findObjects()
        // What the parent's own program did before is another event.
        parent.endEvent()
        try parent.changingAllOrNothing { apply(changed) }
        try takeMerged(&outcome)
        parent.endEvent()
        return outcome
    }

    /// What the child's object has as snapshot from now on: nothing computes derived attributes before the root's save.
    private func row(of object: NSManagedObject) throws -> Row {
        let row = try source.row(madeOf: object)
        return object.withoutAssignedComputedValues(row)
    }

    private mutating func apply(_ changed: [NSManagedObject]) {
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

    /// Reads what is to change, so that little can fail later.
    private mutating func findObjects() throws {
        for object in request.updated + request.locked {
            guard let found = parent.counterpart(of: object.objectID) else { continue }
            try realize(found, for: object)
            // What the parent has deleted stays so.
            if found.staysAlive { counterparts[ObjectIdentifier(object)] = found }
        }
        // What the child never read, it deletes whatever it is.
        for object in request.deleted where object.snapshot != nil {
            guard let found = parent.counterpart(of: object.objectID) else { continue }
            try realize(found, for: object)
            doomed.append(found)
        }
    }

    /// Lets a save of the root notice that others have saved what the child changed, since the child read it.
    ///
    /// The child's change was made on an older row than the one that the parent has only now read. With that one as its
    /// snapshot, the parent would write the child's value over a newer one, and nobody would see a conflict.
    private func realize(_ found: NSManagedObject, for object: NSManagedObject) throws {
        guard found.isFault else { return }
        try found.realize()
        guard let base = object.snapshot, let newest = found.snapshot, base.version != newest.version else {
            return
        }
        let outdated = object.binding.slotProperties.filter { property in
            property.isWrittenWhole && base[property.slot] != newest[property.slot]
                && (object.isDeleted || object.isChanged(property))
        }
        guard !outdated.isEmpty else { return }
        for property in outdated { found.slots[property.slot] = .stored(base[property.slot]) }
        restoreBase(of: object, outdated.map(\.slot), in: found)
    }

    /// What the child changed, or deletes, and the parent has merged from others since the child read it (CTX-127).
    ///
    /// Changes of the parent itself are none of it, saved or not: over those the child's values win.
    private func missedSlots(of object: NSManagedObject, _ found: NSManagedObject) -> [Int] {
        guard let base = object.snapshot, let newest = found.snapshot, base.version != newest.version,
            !found.hasOnlyOwnSaves(since: base.version)
        else { return [] }
        return object.binding.slotProperties.filter { property in
            property.isWrittenWhole && base[property.slot] != newest[property.slot]
                && !found.isChanged(property)
                && (object.isDeleted || object.isChanged(property))
        }.map(\.slot)
    }

    /// Lets the parent's changes of some slots be relative to what the child read: a save of the root meets the conflict.
    private func restoreBase(of object: NSManagedObject, _ slots: [Int], in found: NSManagedObject) {
        guard !slots.isEmpty, let base = object.snapshot, let newest = found.snapshot else { return }
        var values = newest.values
        for slot in slots { values[slot] = base[slot] }
        found.snapshot = Row(key: newest.key, version: base.version, values: values)
    }

    /// The child's objects that are new in the parent too.
    private mutating func insertObjects() -> [NSManagedObject] {
        var new: [NSManagedObject] = []
        for object in request.inserted {
            if let known = parent.registered(object.objectID) {
                // Deleted in an earlier save and inserted again.
                parent.insertObject(known)
                counterparts[ObjectIdentifier(object)] = known
                continue
            }
            let made = ObjectOrigin(binding: object.binding, id: object.objectID, isFault: false)
                .makeObject()
            parent.insertObject(made)
            counterparts[ObjectIdentifier(object)] = made
            new.append(object)
        }
        return new
    }

    private mutating func deleteObjects() {
        defer { doomed = [] }
        for object in request.deleted {
            guard let found = parent.counterpart(of: object.objectID), found.staysAlive else { continue }
            restoreBase(of: object, missedSlots(of: object, found), in: found)
            parent.deleteObject(found)
        }
    }

    /// The parent's object for one of the child's; nil when the parent does not have it or has deleted it.
    func counterpart(_ object: NSManagedObject) -> NSManagedObject? {
        if let known = counterparts[ObjectIdentifier(object)] { return known }
        guard let found = parent.counterpart(of: object.objectID), found.staysAlive else { return nil }
        return found
    }
}
