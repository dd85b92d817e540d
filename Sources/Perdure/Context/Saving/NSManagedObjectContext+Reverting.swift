// SPDX-License-Identifier: Apache-2.0
// Makes a group of changes as a whole or not at all. When a hook or the store fails in the middle, the event's notes
// have the old values. Undo (NSManagedObjectContext+Restoring.swift) keeps more, for later.

import PerdureBase

extension NSManagedObjectContext {
    /// Makes changes, delete rules included, or takes all of them back; call it directly after the end of an event.
    ///
    /// - Throws: what the body, hooks and the store report; after an error only observers of objects hear of the
    ///   changes.
    final func changingAllOrNothing(_ body: () throws -> Void) throws {
        let (waiting, formerLocked) = (deletionQueue, locked)
        do {
            try ExceptionTrap.catching {
                try body()
                if propagatesDeletesAtEndOfEvent { propagateDeletions() }
            }
        } catch {
            revertEvent()
            deletionQueue = waiting
            for object in locked.dropFirst(formerLocked.count) { object.state.remove(.locked) }
            locked = formerLocked
            tellHasChanges()
            throw error
        }
    }

    /// Takes back the changes that merge policies and delete rules made during a failed save.
    final func revertChangesOfSave() {
        guard !journal.event.isEmpty else { return }
        revertEvent()
        tellHasChanges()
    }

    /// Takes back all changes of the current event.
    private func revertEvent() {
        let event = journal.finishEvent()
        // The event holds the objects of its notes.
        defer { withExtendedLifetime(event) {} }
        for change in event.lifecycleChanges.reversed() { revert(change) }
        for note in event.notes.reversed() { revert(note) }
        for (object, kind) in zip(event.objects, event.kinds) where kind.contains(.becameDirty) {
            journal.unmark(object, .updated)
        }
        journal.sweep()
    }

    private func revert(_ note: OldValueNote) {
        let object = note.object
        guard object.link === link, !object.isFault else { return }
        object.withoutTracking {
            object.announcing([note.slot]) { object.slots[note.slot] = note.oldValue }
        }
    }

    private func revert(_ change: LifecycleChange) {
        let object = change.object
        switch change.kind {
        case .inserted: detach(object)
        case .deleted: revertDeletion(of: object)
        case .revived: journal.mark(object, .deleted)
        }
    }

    private func revertDeletion(of object: NSManagedObject) {
        guard object.link == nil else { return withdrawDeletion(object) }
        // An object that was never saved has left the context already.
        object.link = link
        identities.insert(object)
        journal.mark(object, .inserted)
    }
}
