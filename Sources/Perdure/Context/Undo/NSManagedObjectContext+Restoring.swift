// SPDX-License-Identifier: Apache-2.0
// Undo and redo of one recorded event: brings objects back, writes values without accessors, takes objects away.
// NSManagedObjectContext+Returning.swift has the objects that return and leave.

import Foundation

extension NSManagedObjectContext {
    /// Undoes the changes of an event, or redoes them, and registers the opposite operation.
    final func restore(_ record: RecordedEvent, _ direction: UndoDirection) {
        guard let undoManager else { return }
        // Earlier changes of the program in the same event stay undoable by themselves.
        registerPendingChanges()
        register(record, direction.opposite, in: undoManager)
        scheduleEndOfEvent()
        let returned = bringBack(record.returning(direction), record)
        restoreValues(record, direction, returned)
        restoreInsertions(record, direction)
        alignOtherEnds(of: returned)
        let deleted = removeForUndo(record.leaving(direction), record, direction)
        journal.noteRestored(settling(record, direction))
        journal.passUndoMarks()
        journal.sweepFreedObjects()
        // Delete rules may find more objects than the event knew; an undo operation of its own covers those.
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

    /// Marks objects as clean that undo brought back to their last saved values; at the end of the event.
    final func markRestoredClean() {
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
        let untracked = record.objects.map(\.object) + returned
        for object in untracked where object.isFault { refill(object) }
        for object in untracked { object.state.insert(.untracked) }
        let values = record.values.filter { takesValue($0, of: record, direction) }
        announceWill(values, record, direction)
        var displacedDestinations: [DisplacedDestination] = []
        for change in values where takesValues(change.object) {
            if let displaced = displacedDestination(change, direction) {
                displacedDestinations.append(displaced)
            }
            write(change, direction, isSaved: record.saves != undoState.saves)
        }
        for change in record.members where takesValues(change.object) { write(change, direction) }
        awake(record, returned)
        announceDid(values, record, direction)
        for object in untracked { object.state.remove(.untracked) }
        for displaced in displacedDestinations {
            displaced.destination.forget(displaced.object, at: displaced.inverse)
        }
    }

    /// Restores the relationships of saved objects that the event inserted; new objects keep their values.
    ///
    /// An object that undo deletes again may lead to deleted objects, as it did before: both may come back together.
    private func restoreInsertions(_ record: RecordedEvent, _ direction: UndoDirection) {
        let leaves = direction == .undo
        for change in record.insertedValues where restoresInsertion(change.object, direction) {
            change.object.withoutTracking { write(change, direction, isSaved: false, orDeleted: leaves) }
        }
        for change in record.insertedMembers where restoresInsertion(change.object, direction) {
            change.object.withoutTracking { write(change, direction, orDeleted: leaves) }
        }
        let objects = record.insertedValues.map(\.object) + record.insertedMembers.map(\.object)
        journal.noteRestored(objects.map { RecordedObject(object: $0, wasClean: false) })
        // An object that leaves with its saved values is clean when it comes back.
        for object in objects where leaves && restoresInsertion(object, direction) {
            if !object.differsFromSnapshot { journal.unmark(object, .updated) }
        }
    }

    private func restoresInsertion(_ object: NSManagedObject, _ direction: UndoDirection) -> Bool {
        takesValues(object) && (direction == .redo || !object.isInserted)
    }

    /// Fills a fault from its row; leaves a fault without a row.
    final func refill(_ object: NSManagedObject) {
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

    /// Whether a recorded value is restored.
    ///
    /// The value of a derived attribute is lost when the context was saved, or when a merge or a refresh has replaced
    /// it.
    private func takesValue(_ change: RecordedValue, of record: RecordedEvent, _ direction: UndoDirection)
        -> Bool
    {
        let (object, slot) = (change.object, Int(change.slot))
        guard takesValues(object) else { return false }
        return object.binding.slotProperties[slot].isRestored(
            wasSaved: record.saves != undoState.saves,
            isUntouched: object.slots[slot] == change.value(direction.opposite))
    }

    private func write(
        _ change: RecordedValue, _ direction: UndoDirection, isSaved: Bool, orDeleted: Bool = false
    ) {
        let slot = Int(change.slot)
        var value = change.restored(direction, isSaved: isSaved)
        // A destination that was deleted meanwhile cannot come back.
        if let destination = change.destination(direction), !isThere(destination, orDeleted) { value = .null }
        didChange(change.object, slot: slot, from: change.object.slots[slot])
        change.object.slots.write(value, at: slot)
    }

    private func isThere(_ object: NSManagedObject, _ orDeleted: Bool) -> Bool {
        object.link === link && (orDeleted || object.staysAlive)
    }

    /// The destination that a merge gave a to-one relationship after the event.
    ///
    /// The record does not name this destination; the destination must forget the object.
    private func displacedDestination(_ change: RecordedValue, _ direction: UndoDirection)
        -> DisplacedDestination?
    {
        let (object, slot) = (change.object, Int(change.slot))
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let inverse = relationship.inverseSlot, let present = object.toOne(at: slot),
            present !== change.destination(.undo), present !== change.destination(.redo)
        else { return nil }
        return DisplacedDestination(destination: present, inverse: inverse, object: object)
    }

    private func write(_ change: RecordedMembers, _ direction: UndoDirection, orDeleted: Bool = false) {
        let (object, slot) = (change.object, change.slot)
        let many = change.knowsMembers ? object.toMany(at: slot) : object.loadedToMany(at: slot)
        didChange(object, slot: slot, from: .live(many.copy()))
        apply(change, direction, to: many, orDeleted)
        object.slots.markWritten(slot)
    }

    private func apply(
        _ change: RecordedMembers, _ direction: UndoDirection, to many: ToManyValue, _ orDeleted: Bool = false
    ) {
        for member in change.removed(direction) where many.isLoaded || change.mayRemove(member, many) {
            many.remove(member)
        }
        for member in change.added(direction) where isThere(member, orDeleted) && !many.contains(member) {
            if many.isLoaded || change.mayAdd(member, many) { many.insert(member) }
        }
        change.dropKnown(many)
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
    /// Whether any property differs from the snapshot; a transient property differs if it has a value.
    final var differsFromSnapshot: Bool { binding.slotProperties.contains { isChanged($0) } }
}

/// The present destination of a relationship that undo sets to another object.
private struct DisplacedDestination {
    let destination: NSManagedObject
    let inverse: Int
    let object: NSManagedObject
}
