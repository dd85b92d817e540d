// SPDX-License-Identifier: Apache-2.0
// What changed in a context: since the last save (the pinned objects) and since the last event. Every change of an
// object passes through the journal. ContextEvent.swift says what an event is; RecordedEvent.swift is what undo keeps
// of one.

import Foundation

/// The changed objects of a context.
struct ChangeJournal {
    /// Objects with changes, held strongly, in the order in which they became dirty.
    ///
    /// An object that lost its changes stays until the next sweep; its state tells that it is clean.
    private(set) var pinned: [NSManagedObject] = []
    private var counts = DirtyCounts()
    /// Counts the moves of objects into and out of the three sets; lists made at an earlier count are outdated.
    private(set) var revision = 0
    /// Whether an object left the context, or lost its changes, since the last sweep.
    private var hasFreedObjects = false
    /// Whether a save must look at each pinned object before its validation and at its end: some hear of saves, or are new faults.
    private(set) var hasSaveHooks = false
    private(set) var event = ContextEvent()
    /// The objects outside of the context that inserted objects lead to; they go with the last change.
    var awaited = AwaitedObjects<NSManagedObject>()
    /// The sets of the last event, for a save that reports the same ones; they go as soon as an object may go.
    var reported = ObjectGroups<NSManagedObject>()

    /// Whether any object is inserted, updated or deleted.
    var hasChanges: Bool { counts.all > 0 }

    /// The objects with changes, in the order in which they became dirty.
    var dirtyObjects: [NSManagedObject] { pinned.filter(\.hasChanges) }

    /// The objects of one of the three sets: inserted, updated, deleted.
    ///
    /// The sets are disjoint.
    func objects(_ kind: ObjectState) -> Set<NSManagedObject> { list(kind).asSet }

    /// The objects of one of the three sets, in the order in which they became dirty.
    func list(_ kind: ObjectState) -> [NSManagedObject] {
        let count = counts[kind]
        // Most saves write objects of one kind; the pinned objects are the list then.
        if count == pinned.count { return pinned }
        var list: [NSManagedObject] = []
        guard count > 0 else { return list }
        list.reserveCapacity(count)
        pinned.forEachRetained { if $0.dirtyKind == kind { list.append($0) } }
        return list
    }

    /// Sets flags of an object, and pins the object when it becomes dirty.
    mutating func mark(_ object: NSManagedObject, _ flags: ObjectState) {
        let former = object.dirtyKind
        object.state.formUnion(flags)
        move(object, from: former)
        guard former.isEmpty, object.hasChanges else { return }
        object.eventKind.insert(.becameDirty)
        if !object.state.contains(.pinned) {
            object.state.insert(.pinned)
            pinned.append(object)
            if object.tables.hasSaveHooks { hasSaveHooks = true }
        }
    }

    /// Removes flags of an object.
    mutating func unmark(_ object: NSManagedObject, _ flags: ObjectState) {
        let former = object.dirtyKind
        object.state.subtract(flags)
        move(object, from: former)
    }

    /// Counts an object in its new set, if it has changed sets.
    private mutating func move(_ object: NSManagedObject, from former: ObjectState) {
        let kind = object.dirtyKind
        guard kind != former else { return }
        counts[former] -= 1
        counts[kind] += 1
        revision &+= 1
    }

    /// Notes that a new object is a fault, which a save fills.
    mutating func noteNewFault() { hasSaveHooks = true }

    /// Notes that an object left the context, or lost its changes.
    mutating func noteFreedObject() { hasFreedObjects = true }

    /// Releases objects that left the context or lost their changes: another context may insert the former, and pins them itself.
    mutating func sweepFreedObjects() { if hasFreedObjects { sweep() } }

    /// Releases the objects that have no changes.
    mutating func sweep() {
        hasFreedObjects = false
        // The objects are released at the end of this method, because the end of an object may change others.
        let (former, sets) = (pinned, reported)
        defer { withExtendedLifetime(sets) {} }
        reported = ObjectGroups()
        former.forEachRetained { if !$0.hasChanges { $0.state.remove(.pinned) } }
        pinned = hasChanges ? former.filter(\.hasChanges) : []
        if pinned.isEmpty { (hasSaveHooks, awaited) = (false, AwaitedObjects()) }
    }

    /// Releases all objects, and forgets the event.
    mutating func unpinAll() {
        let former = (pinned, event, reported, awaited)
        (reported, awaited) = (ObjectGroups(), AwaitedObjects())
        defer { withExtendedLifetime(former) {} }
        former.0.forEachRetained { $0.state.subtract([.pinned, .inserted, .updated, .deleted, .inEvent]) }
        pinned = []
        hasSaveHooks = false
        counts = DirtyCounts()
        revision &+= 1
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

    /// Notes the value that a slot had before its first change in this event.
    mutating func note(_ object: NSManagedObject, slot: Int, from old: consuming SlotValue) {
        if object.slots.noted.contains(slot), slot < 63 || event.hasUndoableNote(of: object, slot) { return }
        object.slots.markNoted(slot)
        event.notes.append(OldValueNote(object: object, slot: slot, oldValue: old))
    }

    /// Notes that an object was inserted, deleted or revived.
    mutating func noteLifecycle(of object: NSManagedObject, _ change: LifecycleChange.Kind) {
        event.lifecycleChanges.append(LifecycleChange(object: object, kind: change))
    }

    /// Marks all of the event so far as not undoable: it came from undo, or is already recorded for undo.
    mutating func passUndoMarks() {
        event.writeImpliedNotes()
        event.firstUndoableNote = event.notes.count
        event.firstUndoableLifecycleChange = event.lifecycleChanges.count
        // The next change of a slot is noted again, for undo. The event's first note stays the slot's old value.
        event.objects.forEachWithValues { $0.slots.clearNoted() }
    }

    /// Remembers objects that undo or redo wrote; the end of the event decides whether they are dirty.
    mutating func noteRestored(_ objects: [RecordedObject]) { event.restored += objects }

    /// Forgets objects that the program changed after undo had written them: they are dirty in any case.
    mutating func forgetRestored(_ objects: [RecordedObject]) {
        guard !event.restored.isEmpty else { return }
        let changed = Set(objects.map { ObjectIdentifier($0.object) })
        event.restored.removeAll { changed.contains(ObjectIdentifier($0.object)) }
    }

    /// The values that the slots of an object had before this event.
    mutating func notes(of object: NSManagedObject) -> [OldValueNote] { event.notes(of: object) }

    /// Ends the event and returns it.
    mutating func finishEvent() -> ContextEvent {
        var taken = event
        event = ContextEvent()
        taken.kinds.reserveCapacity(taken.objects.count)
        taken.objects.forEachWithValues { object in
            let kind = object.eventKind
            taken.kinds.append(kind)
            if !object.hasChanges || !kind.isDisjoint(with: [.deleted, .refreshed]) { taken.isHeld = false }
            if kind.contains(.insertedInEvent), !object.slots.noted.isEmpty {
                taken.insertions.append(InsertedObject(object: object, noted: object.slots.noted))
            }
            object.eventKind = []
            object.state.remove(.inEvent)
            object.slots.clearNoted()
        }
        return taken
    }
}

/// How many objects are in each of the three sets.
private struct DirtyCounts {
    private var inserted = 0
    private var updated = 0
    private var deleted = 0

    var all: Int { inserted + updated + deleted }

    /// The count of one set; the empty kind has none.
    subscript(kind: ObjectState) -> Int {
        get {
            switch kind {
            case .inserted: inserted
            case .updated: updated
            case .deleted: deleted
            default: 0
            }
        }
        set {
            switch kind {
            case .inserted: inserted = newValue
            case .updated: updated = newValue
            case .deleted: deleted = newValue
            default: break
            }
        }
    }
}

extension ChangeJournal {
    /// What contradicts the journal's own rules: nothing when it is sound.
    ///
    /// - Parameter registered: all objects of the context.
    /// - Returns: one sentence for each contradiction.
    func checkInvariants(_ registered: Set<NSManagedObject>) -> [String] {
        var problems: [String] = []
        let held = Set(pinned)
        if held.count != pinned.count { problems.append("an object is held twice") }
        for object in pinned where !object.state.contains(.pinned) {
            problems.append("\(object.number) is held unmarked")
        }
        for object in registered where object.hasChanges && !held.contains(object) {
            problems.append("\(object.number) has changes, and is not held")
        }
        for kind in [ObjectState.inserted, .updated, .deleted] {
            let count = pinned.count { $0.dirtyKind == kind }
            if count != counts[kind] {
                problems.append("\(counts[kind]) of kind \(kind.rawValue) are counted, \(count) held")
            }
        }
        let inEvent = Set(event.objects)
        if inEvent.count != event.objects.count { problems.append("an object is in the event twice") }
        for object in registered.union(inEvent)
        where object.state.contains(.inEvent) != inEvent.contains(object) {
            problems.append("\(object.number) and the event disagree")
        }
        return problems
    }
}
