// SPDX-License-Identifier: Apache-2.0
// Inserts and deletes objects. Delete rules are applied at the end of the event, or by the save.

import Foundation
import PerdureBase

extension NSManagedObjectContext {
    final func insertObject(_ object: NSManagedObject) {
        if object.link === link { return cancelDeletion(of: object) }
        guard object.link == nil else {
            return ExceptionTrap.raise(ContextErrors.foreignInsertion(object))
        }
        guard !object.binding.isAbstract else {
            return ExceptionTrap.raise(ObjectErrors.abstractEntity(object.entity))
        }
        // An object that left a context by rollback or reset has no values any more.
        if object.slots.isFault { object.startAnew() }
        object.environment = environment(object.binding, in: object.namespace)
        let hadValues = object.snapshot != nil || !object.slots.written.isEmpty
        identities.insert(object)
        journal.mark(object, .inserted)
        note(object, undoManager == nil ? [.inserted, .insertedInEvent] : .inserted)
        journal.noteLifecycle(of: object, .inserted)
        object.awakeFromInsert()
        keepInsertionValues(of: object)
        if hadValues { joinOtherEnds(of: object) }
        if !journal.awaited.isEmpty { joinAwaiting(object) }
        tellHasChanges()
    }

    private func cancelDeletion(of object: NSManagedObject) {
        guard !object.staysAlive else { return }
        scheduleEndOfEvent()
        let mayBeParted = object.state.contains(.propagated) && !object.isFault
        if object.state.contains(.gone), !object.isFault {
            insertGone(object)
        } else {
            withdrawDeletion(object)
        }
        object.eventKind.remove(.deleted)
        note(object, object.isInserted ? .inserted : .updated)
        journal.noteLifecycle(of: object, .revived)
        if mayBeParted { clearPartedEnds(of: object) }
        tellHasChanges()
    }

    /// Takes back a deletion that has not been saved.
    final func withdrawDeletion(_ object: NSManagedObject) {
        if !deletionQueue.isEmpty { deletionQueue.removeAll { $0 === object } }
        if object.state.contains(.leaving) { journal.mark(object, .inserted) }
        journal.unmark(object, [.deleted, .leaving, .propagated, .gone])
        if !object.hasChanges { journal.noteFreedObject() }
    }

    /// Takes back a deletion that this context only adopted from others; a save then meets the missing row.
    final func takeBackDeletion(of object: NSManagedObject) {
        withdrawDeletion(object)
        object.state.remove(.inaccessible)
        object.eventKind.remove(.deleted)
        note(object, .updated)
        journal.noteLifecycle(of: object, .revived)
        tellHasChanges()
    }

    final func deleteObject(_ object: NSManagedObject) {
        guard object.link === link else { return ExceptionTrap.raise(ContextErrors.foreignDeletion) }
        guard prepareDeletion(of: object) else { return }
        if object.isInserted {
            // As an object that leaves, a fault would look for a row.
            if object.isFault { object.fireFault() }
            journal.unmark(object, [.inserted, .updated])
            object.state.insert(.leaving)
        } else {
            journal.mark(object, .deleted)
        }
        note(object, .deleted)
        journal.noteLifecycle(of: object, .deleted)
        deletionQueue.append(object)
        tellHasChanges()
    }

    /// Calls `prepareForDeletion`, and returns whether the object is to be deleted.
    private func prepareDeletion(of object: NSManagedObject) -> Bool {
        // An object may delete itself there, or another one that deletes it: the call under way deletes it.
        guard !object.state.contains(.preparing) else { return false }
        object.state.insert(.preparing)
        object.prepareForDeletion()
        object.state.remove(.preparing)
        // It is called again for a deleted object, and may have reset the context.
        return object.staysAlive && object.link === link
    }

    /// Applies the delete rules of all deleted objects, and of the objects that these rules delete; parts revived objects from
    /// deleted ones.
    final func propagateDeletions() {
        var failed: [NSManagedObject] = []
        while !deletionQueue.isEmpty {
            let batch = deletionQueue
            deletionQueue = []
            for object in batch where !object.state.contains(.propagated) {
                if object.staysAlive {
                    clearDeletedEnds(of: object)
                } else if !propagateDeletion(of: object) {
                    failed.append(object)
                }
            }
            let leaving = batch.filter { $0.state.contains(.leaving) }
            for object in leaving { detach(object) }
            part(leaving)
        }
        deletionQueue = failed
        journal.sweepFreedObjects()
    }

    /// Lets objects that have left go of each other, unless undo may need what leads from one to the next: its record lets go of them
    /// then (RecordedEvent.swift).
    final func part(_ leaving: [NSManagedObject]) {
        guard undoManager == nil else { return }
        for object in leaving { object.letGoOfPartedObjects() }
    }

    /// Applies the delete rules of one object; false when the store could not read the objects at the other ends.
    private func propagateDeletion(of object: NSManagedObject) -> Bool {
        object.state.insert(.propagated)
        do {
            try ExceptionTrap.catching { applyDeleteRules(of: object) }
            return true
        } catch {
            // The next save tries again. Without a caller that catches the error, `report` stops the process.
            object.state.remove(.propagated)
            object.report(unreadable: error)
            return false
        }
    }

    private func applyDeleteRules(of object: NSManagedObject) {
        for slot in object.binding.relationshipSlots {
            guard let relationship = object.binding.slotProperties[slot].relationship else { continue }
            switch relationship.description.deleteRule {
            case .nullifyDeleteRule: nullify(slot, of: object)
            case .cascadeDeleteRule:
                for destination in object.destinations(at: slot)
                where isDeletable(destination) && object.mayDelete(destination, at: slot) {
                    deleteObject(destination)
                }
            case .denyDeleteRule:
                if object.state.contains(.gone) { nullify(slot, of: object, onlyAdditions: true) }
            case .noActionDeleteRule: break
            }
        }
    }

    /// Clears the other ends of a relationship; where others have deleted the owner, nothing is left to deny what was added here.
    private func nullify(_ slot: Int, of object: NSManagedObject, onlyAdditions: Bool = false) {
        guard object.binding.slotProperties[slot].relationship?.inverseSlot != nil else { return }
        for destination in object.destinations(at: slot)
        where isDeletable(destination) && (!onlyAdditions || object.hasAdded(destination, at: slot)) {
            object.lost(destination, at: slot)
        }
    }

    /// Whether delete rules reach an object: undo may have taken a new one out of the context already.
    private func isDeletable(_ object: NSManagedObject) -> Bool {
        object.link === link && object.staysAlive
    }
}

extension NSManagedObject {
    /// Whether no deletion of the object is pending.
    final var staysAlive: Bool { !state.contains(.deleted) && !state.contains(.leaving) }

    /// Whether a cascade may reach a destination.
    ///
    /// Whoever deleted a gone object has applied its rules; the members that are known here may have moved away before.
    fileprivate final func mayDelete(_ destination: NSManagedObject, at slot: Int) -> Bool {
        !state.contains(.gone) || hasAdded(destination, at: slot)
    }

    /// Whether this context has made an object a destination, and has not saved that.
    fileprivate final func hasAdded(_ destination: NSManagedObject, at slot: Int) -> Bool {
        knownMembers(at: slot)?.added.contains(destination) ?? isChanged(binding.slotProperties[slot])
    }
}
