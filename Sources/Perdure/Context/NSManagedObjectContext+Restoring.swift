// SPDX-License-Identifier: Apache-2.0
// Undo and redo of one recorded event: objects come back, values are written past the accessors, objects go. Those
// that come and go are in NSManagedObjectContext+Returning.swift.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Goes through the changes of an event backwards, or forwards again, and registers the way back.
    final func restore(_ record: RecordedEvent, _ direction: UndoDirection) {
        guard let undoManager else { return }
        // What the program changed before in the same event stays undoable by itself.
        registerPendingChanges()
        register(record, direction.opposite, in: undoManager)
        scheduleEndOfEvent()
        let returned = bringBack(record.returning(direction), record)
        restoreValues(record, direction, returned)
        restoreNewcomers(record, direction)
        alignOtherEnds(of: returned)
        let deleted = takeAway(record.leaving(direction), record, direction)
        journal.noteRestored(settling(record, direction))
        journal.passUndoMarks()
        journal.sweepLeavers()
        // Delete rules may find more than the event knew: that is undone by an operation of its own.
        deletionQueue += deleted
        if !deleted.isEmpty, propagatesDeletesAtEndOfEvent { propagateDeletions() }
        registerPendingChanges()
        tellHasChanges()
    }

    private func settling(_ record: RecordedEvent, _ direction: UndoDirection) -> [RecordedObject] {
        let isComparable = direction == .undo && record.saves == undoState.saves
        if isComparable { return record.objects }
        return record.objects.map { RecordedObject(object: $0.object, wasClean: false) }
    }

    /// At the end of the event: what undo brought back to its last saved values is clean.
    final func settleRestored() {
        guard !journal.event.restored.isEmpty else { return }
        for entry in journal.event.restored {
            let object = entry.object
            guard object.link === link, object.dirtyKind == .updated else { continue }
            let differs = entry.wasClean ? object.differsPersistently : object.differsFromSnapshot
            if !differs { journal.unmark(object, .updated) }
        }
        journal.sweep()
        tellHasChanges()
    }

    // MARK: Values

    private func restoreValues(
        _ record: RecordedEvent, _ direction: UndoDirection, _ returned: [NSManagedObject]
    ) {
        for entry in record.objects where entry.object.isFault { refill(entry.object) }
        let untracked = record.objects.map(\.object) + returned
        for object in untracked { object.state.insert(.untracked) }
        let values = record.values.filter { takesValue($0, of: record, direction) }
        announceWill(values, record, direction)
        var strangers: [Stranger] = []
        for change in values where takesValues(change.object) {
            if let stranger = stranger(change, direction) { strangers.append(stranger) }
            write(change, direction, isSaved: record.saves != undoState.saves)
        }
        for change in record.members where takesValues(change.object) { write(change, direction) }
        awake(record, returned)
        announceDid(values, record, direction)
        for object in untracked { object.state.remove(.untracked) }
        for stranger in strangers { stranger.destination.forget(stranger.object, at: stranger.inverse) }
    }

    /// The relationships of saved objects that the event inserted; new ones take their values along.
    private func restoreNewcomers(_ record: RecordedEvent, _ direction: UndoDirection) {
        for change in record.newcomerValues where isTied(change.object, direction) {
            change.object.withoutTracking { write(change, direction, isSaved: false) }
        }
        for change in record.newcomerMembers where isTied(change.object, direction) {
            change.object.withoutTracking { write(change, direction) }
        }
        let objects = record.newcomerValues.map(\.object) + record.newcomerMembers.map(\.object)
        journal.noteRestored(objects.map { RecordedObject(object: $0, wasClean: false) })
    }

    private func isTied(_ object: NSManagedObject, _ direction: UndoDirection) -> Bool {
        takesValues(object) && (direction == .redo || !object.isInserted)
    }

    /// Fills a fault that has a row; one without is left out.
    private func refill(_ object: NSManagedObject) {
        guard object.link === link else { return }
        if object.isInserted { return object.fireFault() }
        guard !object.objectID.isTemporaryID else { return }
        do {
            let row = try source?.row(for: object.objectID, maximumAge: stalenessInterval)
            if let row { object.fill(with: row) }
        } catch { object.report(unreadable: error) }
    }

    private func takesValues(_ object: NSManagedObject) -> Bool {
        object.link === link && !object.isFault && !object.state.contains(.inaccessible)
    }

    /// What was given to a derived attribute is gone once the context was saved, or something else has taken its place
    /// by a merge or a refresh, and stays so.
    private func takesValue(_ change: RecordedValue, of record: RecordedEvent, _ direction: UndoDirection)
        -> Bool
    {
        let (object, slot) = (change.object, Int(change.slot))
        guard takesValues(object) else { return false }
        return object.binding.slotProperties[slot].isRestored(
            wasSaved: record.saves != undoState.saves,
            isUntouched: object.slots[slot] == change.value(direction.opposite))
    }

    private func write(_ change: RecordedValue, _ direction: UndoDirection, isSaved: Bool) {
        let slot = Int(change.slot)
        var value = change.restored(direction, isSaved: isSaved)
        // A destination that somebody else deleted cannot come back.
        if let destination = change.destination(direction), !isThere(destination) { value = .null }
        didChange(change.object, slot: slot, from: change.object.slots[slot])
        change.object.slots.write(value, at: slot)
    }

    private func isThere(_ object: NSManagedObject) -> Bool { object.link === link && object.staysAlive }

    /// The destination that a to-one relationship got after the event without being recorded, by merging: it is not
    /// in the record, but has to forget the object.
    private func stranger(_ change: RecordedValue, _ direction: UndoDirection) -> Stranger? {
        let (object, slot) = (change.object, Int(change.slot))
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let inverse = relationship.inverseSlot, let present = object.toOne(at: slot),
            present !== change.destination(.undo), present !== change.destination(.redo)
        else { return nil }
        return Stranger(destination: present, inverse: inverse, object: object)
    }

    private func write(_ change: RecordedMembers, _ direction: UndoDirection) {
        let (object, slot) = (change.object, change.slot)
        let many = change.knowsMembers ? object.toMany(at: slot) : object.loadedToMany(at: slot)
        didChange(object, slot: slot, from: .live(many.copy()))
        apply(change, direction, to: many)
        object.slots.markWritten(slot)
    }

    private func apply(_ change: RecordedMembers, _ direction: UndoDirection, to many: ToManyValue) {
        for member in change.removed(direction) where many.isLoaded || change.mayRemove(member, many) {
            many.remove(member)
        }
        for member in change.added(direction) where isThere(member) && !many.contains(member) {
            if many.isLoaded || change.mayAdd(member, many) { many.insert(member) }
        }
        change.settle(many)
        if let order = change.order(direction), many.isLoaded { many.arrange(like: order) }
    }

    // MARK: Announcements

    private func awake(_ record: RecordedEvent, _ returned: [NSManagedObject]) {
        for object in returned { object.eventKind.insert(.marked) }
        for entry in record.objects where takesValues(entry.object) {
            let isBack = entry.object.eventKind.contains(.marked)
            entry.object.eventKind.remove(.marked)
            entry.object.awake(fromSnapshotEvents: isBack ? [.undoUpdate, .undoDeletion] : .undoUpdate)
        }
        for object in returned where object.eventKind.contains(.marked) {
            object.eventKind.remove(.marked)
            object.awake(fromSnapshotEvents: .undoDeletion)
        }
    }

    private func announceWill(
        _ values: [RecordedValue], _ record: RecordedEvent, _ direction: UndoDirection
    ) {
        for change in values where takesValues(change.object) {
            change.object.announce(Int(change.slot)) {
                change.object.willChangeValue(forKey: change.object.binding.names[Int(change.slot)])
            }
        }
        for change in record.members where takesValues(change.object) {
            let (kind, objects) = change.mutation(direction)
            change.object.expectMembers(at: change.slot) { apply(change, direction, to: $0) }
            change.object.announce(change.slot) {
                change.object.willChangeValue(forKey: change.name, withSetMutation: kind, using: objects)
            }
        }
    }

    private func announceDid(
        _ values: [RecordedValue], _ record: RecordedEvent, _ direction: UndoDirection
    ) {
        for change in values where takesValues(change.object) {
            change.object.announce(Int(change.slot)) {
                change.object.didChangeValue(forKey: change.object.binding.names[Int(change.slot)])
            }
        }
        for change in record.members where takesValues(change.object) {
            let (kind, objects) = change.mutation(direction)
            change.object.announce(change.slot) {
                change.object.didChangeValue(forKey: change.name, withSetMutation: kind, using: objects)
            }
        }
    }
}

extension NSManagedObject {
    /// Whether any property has a value other than the snapshot's: for a transient, one at all.
    final var differsFromSnapshot: Bool { binding.slotProperties.contains { isChanged($0) } }
}

/// An object to which a relationship leads that undo sets to another one.
private struct Stranger {
    let destination: NSManagedObject
    let inverse: Int
    let object: NSManagedObject
}
