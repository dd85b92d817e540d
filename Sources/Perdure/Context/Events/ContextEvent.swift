// SPDX-License-Identifier: Apache-2.0
// What happens in a context between two calls of processPendingChanges. ChangeJournal.swift collects the event,
// NSManagedObjectContext+ChangeProcessing.swift reports it, and RecordedEvent.swift keeps it for undo.

/// What can happen to an object in an event.
package struct EventKind: OptionSet {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let inserted = EventKind(rawValue: 1)
    static let updated = EventKind(rawValue: 2)
    package static let deleted = EventKind(rawValue: 4)
    package static let refreshed = EventKind(rawValue: 8)
    /// The object had no changes before the event.
    static let becameDirty = EventKind(rawValue: 16)
    /// See `ObjectState.insertedInEvent`.
    static let insertedInEvent = EventKind(rawValue: ObjectState.insertedInEvent.rawValue >> 16)
    /// A mark for undo while it records or restores an event: the object was inserted in the event, or the event
    /// revived it.
    static let marked = EventKind(rawValue: 32)
}

/// What happened in a context between two calls of processPendingChanges.
package struct ContextEvent {
    package var objects: [NSManagedObject] = []
    /// One kind for each object; set when the event has ended.
    package var kinds: [EventKind] = []
    /// Whether the journal holds all objects, because they have changes and keep them; set when the event has ended.
    var isHeld = true
    /// The newly inserted objects with their noted slots; set when the event has ended.
    ///
    /// Other slots had their initial values.
    var insertions: [InsertedObject] = []
    /// The notes in the order of the changes.
    ///
    /// After a mark of undo a slot may get a second note; the first note has the old value.
    package var notes: [OldValueNote] = []
    /// Insertions, deletions and revivals in their order.
    var lifecycleChanges: [LifecycleChange] = []
    /// The index of the first undoable note; notes before it came from undo, or are already recorded for undo.
    var firstUndoableNote = 0
    /// The index of the first undoable life change; changes before it came from undo, or are already recorded for undo.
    var firstUndoableLifecycleChange = 0
    /// The objects that undo and redo wrote in this event.
    var restored: [RecordedObject] = []
    /// The indices of each object's notes; built at the first question, and extended at later ones.
    private var indexes: [ObjectIdentifier: [Int]] = [:]
    private var indexedNoteCount = 0
    private var insertedSlots: [ObjectIdentifier: SlotMask]?

    var isEmpty: Bool { objects.isEmpty }

    /// The objects that were inserted, updated or deleted; those that were only refreshed are missing.
    var changedObjects: [NSManagedObject] {
        zip(objects, kinds).filter { !$0.1.isDisjoint(with: [.inserted, .updated, .deleted]) }.map(\.0)
    }

    var hasUndoableChanges: Bool {
        notes.count > firstUndoableNote || lifecycleChanges.count > firstUndoableLifecycleChange
    }

    mutating func hasUndoableNote(of object: NSManagedObject, _ slot: Int) -> Bool {
        noteIndexes(of: object).contains { $0 >= firstUndoableNote && notes[$0].slot == slot }
    }

    /// The notes of one object, in their order.
    package mutating func notes(of object: NSManagedObject) -> [OldValueNote] {
        let written = noteIndexes(of: object).map { notes[$0] }
        return written + impliedNotes(of: object, besides: written)
    }

    /// Writes the notes that newly inserted objects do without; afterwards no object of the event counts as an inserted object.
    mutating func writeImpliedNotes() {
        for object in objects where object.eventKind.contains(.insertedInEvent) {
            notes += impliedNotes(of: object, besides: noteIndexes(of: object).map { notes[$0] })
            object.eventKind.remove(.insertedInEvent)
        }
    }

    private mutating func impliedNotes(of object: NSManagedObject, besides written: [OldValueNote])
        -> [OldValueNote]
    {
        guard let mask = notedSlots(ofInsertion: object) else { return [] }
        return object.binding.names.indices.prefix(63).filter { slot in
            mask.contains(slot) && !written.contains { $0.slot == slot }
        }.map { OldValueNote(object: object, slot: $0, oldValue: object.binding.initialValues[$0]) }
    }

    private mutating func notedSlots(ofInsertion object: NSManagedObject) -> SlotMask? {
        // Until the event ends, the objects themselves keep their kind and their noted slots.
        if kinds.isEmpty { return object.eventKind.contains(.insertedInEvent) ? object.slots.noted : nil }
        if insertions.isEmpty { return nil }
        let known =
            insertedSlots
            ?? Dictionary(
                insertions.map { (ObjectIdentifier($0.object), $0.noted) }, uniquingKeysWith: { $1 })
        insertedSlots = known
        return known[ObjectIdentifier(object)]
    }

    private mutating func noteIndexes(of object: NSManagedObject) -> [Int] {
        for index in indexedNoteCount..<notes.count {
            indexes[ObjectIdentifier(notes[index].object), default: []].append(index)
        }
        indexedNoteCount = notes.count
        return indexes[ObjectIdentifier(object)] ?? []
    }
}

/// An object that was inserted in an event.
struct InsertedObject {
    /// Not reference counted: the event's list of objects holds the object.
    unowned(unsafe) let object: NSManagedObject
    let noted: SlotMask
}

/// The value of a slot before an event.
package struct OldValueNote {
    /// Not reference counted: notes are many, and the event's list of objects holds every object of a note.
    unowned(unsafe) let object: NSManagedObject
    let oldValue: SlotValue
    private let slotNumber: Int32

    init(object: NSManagedObject, slot: Int, oldValue: consuming SlotValue) {
        self.object = object
        self.oldValue = oldValue
        slotNumber = Int32(truncatingIfNeeded: slot)
    }

    package var slot: Int { Int(slotNumber) }
}

/// An object came into a context, or was deleted there.
struct LifecycleChange {
    enum Kind {
        case inserted, deleted
        /// The deletion of the object was taken back.
        case revived
    }

    /// Not reference counted: the event's list of objects holds the object.
    unowned(unsafe) let object: NSManagedObject
    let kind: Kind
}

/// An object whose values an event changed.
struct RecordedObject {
    let object: NSManagedObject
    /// Whether the object had no changes before the event.
    var wasClean: Bool
}
