// SPDX-License-Identifier: Apache-2.0
// Makes the record for undo from the notes of an event.

import PerdureStore

extension RecordedEvent {
    /// Records the program's changes in an event; the event may go on.
    convenience init(_ event: ContextEvent, of context: NSManagedObjectContext) {
        self.init(saves: context.undoState.saves)
        let insertions = recordLifecycle(event.lifecycleChanges[event.firstUndoableLifecycleChange...])
        // The noted marks of slots tell first notes from later ones here, and afterwards serve the next part of the
        // event.
        for object in event.objects { object.slots.clearNoted() }
        for object in insertions { object.eventKind.insert(.marked) }
        let notes = event.notes[event.firstUndoableNote...]
        values.reserveCapacity(notes.count)
        var collections: [OldValueNote] = []
        for index in notes.indices where isFirst(index, among: notes) {
            let note = notes[index]
            if note.object.binding.slotProperties[note.slot].isToMany {
                collections.append(note)
            } else {
                record(note, context)
            }
        }
        for note in collections { recordMembers(note) }
        for object in insertions { object.eventKind.remove(.marked) }
        formerOwners = nil
    }

    // MARK: Coming and going

    /// Records the net effect of insertions and deletions of each object.
    ///
    /// - Returns: the objects that were not in the context before; their old values do not matter.
    private func recordLifecycle(_ changes: ArraySlice<LifecycleChange>) -> [NSManagedObject] {
        guard !changes.isEmpty else { return [] }
        var lives: [ObjectIdentifier: (first: LifecycleChange.Kind, last: LifecycleChange.Kind)] = [:]
        var order: [NSManagedObject] = []
        for change in changes {
            let former = lives.updateValue(
                (change.kind, change.kind), forKey: ObjectIdentifier(change.object))
            if let former {
                lives[ObjectIdentifier(change.object)] = (former.first, change.kind)
            } else {
                order.append(change.object)
            }
        }
        var insertions: [NSManagedObject] = []
        for object in order {
            guard let life = lives[ObjectIdentifier(object)] else { continue }
            let (wasThere, isThere) = (life.first == .deleted, life.last != .deleted)
            if !wasThere { insertions.append(object) }
            if isThere, !wasThere { appeared.append(object) }
            if wasThere, !isThere, hasValues(object) { disappeared.append(object) }
        }
        return insertions
    }

    /// Reads the values of a deleted object while its row exists, for its return; false when the row is gone.
    private func hasValues(_ object: NSManagedObject) -> Bool {
        if object.isFault { object.fireFault() }
        guard !object.isFault, !object.state.contains(.inaccessible) else { return false }
        for slot in object.binding.relationshipSlots {
            if object.binding.slotProperties[slot].isToMany {
                _ = object.loadedToMany(at: slot)
            } else {
                // A key would lead to no object once the destination is gone, or has come back with another key.
                _ = object.toOne(at: slot)
            }
        }
        return true
    }

    // MARK: Values

    /// Whether a note has the value from before this part of the event.
    ///
    /// Faults have lost their changes and do not count.
    private func isFirst(_ index: Int, among notes: ArraySlice<OldValueNote>) -> Bool {
        let (object, slot) = (notes[index].object, notes[index].slot)
        guard !object.isFault, !object.state.contains(.inaccessible) else { return false }
        if object.slots.noted.isEmpty, !object.eventKind.contains(.marked) {
            objects.append(RecordedObject(object: object, wasClean: object.eventKind.contains(.becameDirty)))
        } else if object.slots.noted.contains(slot) {
            // Slots from 63 up share one mark.
            if slot < 63 || notes[..<index].contains(where: { $0.object === object && $0.slot == slot }) {
                return false
            }
        }
        object.slots.markNoted(slot)
        return true
    }

    private func record(_ note: OldValueNote, _ context: NSManagedObjectContext) {
        let isInsertedInEvent = note.object.eventKind.contains(.marked)
        if isInsertedInEvent, note.object.binding.slotProperties[note.slot].relationship == nil { return }
        let value = RecordedValue(
            object: note.object, old: resolved(note.oldValue, note, context),
            new: resolved(note.object.slots[note.slot], note, context), slot: Int32(note.slot))
        if isInsertedInEvent { insertedValues.append(value) } else { values.append(value) }
    }

    /// Destinations are kept as objects: a destination that was deleted and brought back has another ID.
    private func resolved(_ value: SlotValue, _ note: OldValueNote, _ context: NSManagedObjectContext)
        -> SlotValue
    {
        guard case .stored(.reference(let key)) = value else { return value }
        return .live(context.object(for: key, relatedTo: note.object))
    }

    // MARK: Members

    private func recordMembers(_ note: OldValueNote) {
        guard let old = note.oldValue.members else { return }
        let new = note.object.toMany(at: note.slot)
        if !old.isLoaded, !new.isLoaded, let change = change(of: note, old, new) { return keep(change) }
        _ = note.object.loadedToMany(at: note.slot)
        if !old.isLoaded { old.load(new.committed) }
        keep(
            RecordedMembers(
                object: note.object, slot: note.slot, added: Array(new.members.subtracting(old.members)),
                removed: Array(old.members.subtracting(new.members)),
                orders: old.isOrdered && old.order != new.order ? (old.order, new.order) : nil))
    }

    /// The members that were really added and removed in a relationship that is not read; does not read it.
    ///
    /// The inverse of each member tells where the member was before and where it is now, if the relationship itself does
    /// not know: a refresh drops a change that took itself back, and with it the members that the change named. Nil when
    /// the inverse cannot tell, and for ordered relationships, because an unread order is unknown.
    private func change(of note: OldValueNote, _ old: ToManyValue, _ new: ToManyValue) -> RecordedMembers? {
        let (before, after) = (old.added.union(old.removed), new.added.union(new.removed))
        let candidates = before.union(after)
        guard let relationship = note.object.binding.slotProperties[note.slot].relationship,
            let inverse = relationship.inverseSlot, !relationship.isInverseToMany, !relationship.isOrdered,
            !candidates.contains(where: \.isFault)
        else { return nil }
        let were = candidates.filter { object in
            if before.contains(object) { return old.added.contains(object) }
            return formerOwner(of: object, inverse) === note.object
        }
        let are = candidates.filter { object in
            if after.contains(object) { return new.added.contains(object) }
            return object.staysAlive && object.toOne(at: inverse) === note.object
        }
        let untouched = after.subtracting(before)
        new.learn(has: untouched.intersection(were), hasNot: untouched.subtracting(were))
        return RecordedMembers(
            object: note.object, slot: note.slot, added: Array(are.subtracting(were)),
            removed: Array(were.subtracting(are)))
    }

    /// The destination of a to-one relationship before this part of the event.
    private func formerOwner(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
        guard object.slots.noted.contains(slot) else { return object.toOne(at: slot) }
        if formerOwners == nil {
            let ends = (values + insertedValues).map { ($0.end, $0.destination(.undo)) }
            formerOwners = Dictionary(ends, uniquingKeysWith: { first, _ in first })
        }
        return formerOwners?[RecordedEnd(object: object, slot: slot)] ?? object.toOne(at: slot)
    }

    private func keep(_ change: RecordedMembers) {
        if change.added.isEmpty, change.removed.isEmpty, change.orders == nil { return }
        if change.object.eventKind.contains(.marked) {
            insertedMembers.append(change)
        } else {
            members.append(change)
        }
    }
}
