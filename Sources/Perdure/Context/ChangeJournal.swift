// SPDX-License-Identifier: Apache-2.0
// What changed in a context: since the last save (the pinned objects) and since the last event. Every change of
// an object passes here; undo and observation will read the same events.

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
        for object in pinned { object.state.remove(.pinned) }
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
        if slot < 63 {
            if object.slots.noted.contains(slot) { return }
        } else if event.notes.contains(where: { $0.object === object && $0.slot == slot }) {
            return
        }
        object.slots.markNoted(slot)
        event.notes.append(ChangeNote(object: object, slot: slot, oldValue: old))
    }

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

/// What can happen to an object in an event.
struct EventKind: OptionSet {
    let rawValue: UInt32

    static let inserted = EventKind(rawValue: 1)
    static let updated = EventKind(rawValue: 2)
    static let deleted = EventKind(rawValue: 4)
    static let refreshed = EventKind(rawValue: 8)
}

/// What happened in a context between two calls of processPendingChanges.
struct ContextEvent {
    var objects: [NSManagedObject] = []
    /// One for each object, once the event has ended.
    var kinds: [EventKind] = []
    var notes: [ChangeNote] = []

    var isEmpty: Bool { objects.isEmpty }
}

/// The value of a slot before an event.
struct ChangeNote {
    let object: NSManagedObject
    let slot: Int
    let oldValue: SlotValue
}

extension NSManagedObject {
    /// The one set of the context that the object is in: deleted before inserted before updated.
    final var dirtyKind: ObjectState {
        if state.contains(.deleted) { return .deleted }
        if state.contains(.inserted) { return .inserted }
        return state.intersection(.updated)
    }

    /// What happened to the object in the current event: the upper half of its state.
    final var eventKind: EventKind {
        get { EventKind(rawValue: state.rawValue >> 16) }
        set { state = ObjectState(rawValue: state.rawValue & 0xFFFF | newValue.rawValue << 16) }
    }
}
