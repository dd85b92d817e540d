// SPDX-License-Identifier: Apache-2.0
// What changed in a context: since the last save (the pinned objects) and since the last event. Every change of
// an object passes here. What an event is: ContextEvent.swift; what undo keeps of one: RecordedEvent.swift.

import Foundation
import PerdureStore

/// The changed objects of a context.
struct ChangeJournal {
    /// Objects with changes, held strongly, in the order in which they got them.
    ///
    /// An object that lost its changes stays until the next sweep; its state says so.
    private(set) var pinned: ContiguousArray<NSManagedObject> = []
    private var dirtyCount = 0
    private(set) var event = ContextEvent()

    /// Whether any object is inserted, updated or deleted.
    var hasChanges: Bool { dirtyCount > 0 }

    /// The objects with changes, in the order in which they got them.
    var dirtyObjects: [NSManagedObject] { pinned.filter(\.hasChanges) }

    /// The objects of one of the three sets: they are disjoint.
    func objects(_ kind: ObjectState) -> Set<NSManagedObject> { Set(list(kind)) }

    func list(_ kind: ObjectState) -> [NSManagedObject] { pinned.filter { $0.dirtyKind == kind } }

    /// Sets flags of an object, which pins it when it becomes dirty.
    mutating func mark(_ object: NSManagedObject, _ flags: ObjectState) {
        let wasDirty = object.hasChanges
        object.state.formUnion(flags)
        guard !wasDirty, object.hasChanges else { return }
        dirtyCount += 1
        object.eventKind.insert(.becameDirty)
        if !object.state.contains(.pinned) {
            object.state.insert(.pinned)
            pinned.append(object)
        }
    }

    /// Takes flags of an object away.
    mutating func unmark(_ object: NSManagedObject, _ flags: ObjectState) {
        let wasDirty = object.hasChanges
        object.state.subtract(flags)
        if wasDirty, !object.hasChanges { dirtyCount -= 1 }
    }

    /// Lets go of the objects that have no changes.
    mutating func sweep() {
        for object in pinned where !object.hasChanges { object.state.remove(.pinned) }
        pinned.removeAll { !$0.hasChanges }
    }

    /// Lets go of everything.
    mutating func unpinAll() {
        for object in pinned { object.state.subtract([.pinned, .inserted, .updated, .deleted, .inEvent]) }
        pinned = []
        dirtyCount = 0
        event = ContextEvent()
    }

    // MARK: The current event

    /// Notes that something happened to an object in this event.
    mutating func note(_ object: NSManagedObject, _ kind: EventKind) {
        if !object.state.contains(.inEvent) {
            object.state.insert(.inEvent)
            event.objects.append(object)
        }
        object.eventKind.insert(kind)
    }

    /// Notes a slot's old value, once.
    mutating func note(_ object: NSManagedObject, slot: Int, from old: SlotValue) {
        if object.slots.noted.contains(slot), slot < 63 || event.hasUndoableNote(of: object, slot) { return }
        object.slots.markNoted(slot)
        event.notes.append(ChangeNote(object: object, slot: slot, oldValue: old))
    }

    /// Notes that an object appeared or disappeared.
    mutating func noteLife(of object: NSManagedObject, _ change: LifeChange.Kind) {
        event.lifeChanges.append(LifeChange(object: object, kind: change))
    }

    /// What the event has so far is not for undo: it came from undo, or is recorded already.
    mutating func passUndoMarks() {
        event.firstUndoableNote = event.notes.count
        event.firstUndoableLifeChange = event.lifeChanges.count
        // The next change of a slot is noted again, for undo; the event's first note stays the old value.
        for object in event.objects { object.slots.clearNoted() }
    }

    /// Remembers objects that undo or redo wrote: the end of the event decides whether they are dirty.
    mutating func noteRestored(_ objects: [RecordedObject]) { event.restored += objects }

    /// What was written by undo and then changed by the program is dirty in any case.
    mutating func forgetRestored(_ objects: [RecordedObject]) {
        guard !event.restored.isEmpty else { return }
        let changed = Set(objects.map { ObjectIdentifier($0.object) })
        event.restored.removeAll { changed.contains(ObjectIdentifier($0.object)) }
    }

    /// What the slots of an object had before this event.
    mutating func notes(of object: NSManagedObject) -> [ChangeNote] { event.notes(of: object) }

    /// Ends the event and gives what happened in it.
    mutating func takeEvent() -> ContextEvent {
        var taken = event
        event = ContextEvent()
        taken.kinds = taken.objects.map(\.eventKind)
        for object in taken.objects {
            object.state.remove(.inEvent)
            object.eventKind = []
            object.slots.clearNoted()
        }
        return taken
    }
}
