// SPDX-License-Identifier: Apache-2.0
// The record of one event for undo and redo: values before and after, objects that were inserted and deleted.
// RecordedEvent+Recording.swift makes it, NSManagedObjectContext+Restoring.swift applies it.

/// Whether an operation undoes or redoes the changes of an event.
enum UndoDirection {
    case undo, redo

    var opposite: UndoDirection { self == .undo ? .redo : .undo }
}

/// One event of a context, recorded for undo and redo.
///
/// The record has both old and new values, because others may change the objects between undo and redo. Undo and redo
/// write only the event's own part: a value for a slot, added and removed members for a relationship.
final class RecordedEvent {
    /// The objects with changed values.
    var objects: [RecordedObject] = []
    var values: [RecordedValue] = []
    var members: [RecordedMembers] = []
    /// The relationships of objects that were not in the context before the event.
    ///
    /// Such an object may be saved before undo removes it; delete rules must then not follow the relationships that the
    /// event set.
    var insertedValues: [RecordedValue] = []
    var insertedMembers: [RecordedMembers] = []
    /// Objects that were not in the context before the event.
    var appeared: [NSManagedObject] = []
    /// Objects that were in the context before the event and were deleted by it.
    var disappeared: [NSManagedObject] = []
    /// The values of objects that undo took out of the context.
    var parted: [ObjectIdentifier: DetachedObjectValues] = [:]
    /// The destinations of relationships before the event; only while the event is recorded, after the first question.
    var formerOwners: [RecordedEnd: NSManagedObject?]?
    /// The context's number of saves at the time of the event.
    let saves: Int

    init(saves: Int) { self.saves = saves }

    // Nothing brings the objects back any more whose deletion was saved.
    deinit { for object in disappeared { object.letGoOfPartedObjects() } }

    var isEmpty: Bool { objects.isEmpty && appeared.isEmpty && disappeared.isEmpty }

    /// The objects that come back by undo or redo.
    func returning(_ direction: UndoDirection) -> [NSManagedObject] {
        direction == .undo ? disappeared : appeared
    }

    /// The objects that leave by undo or redo.
    func leaving(_ direction: UndoDirection) -> [NSManagedObject] {
        direction == .undo ? appeared : disappeared
    }
}

/// The values of a slot before and after an event.
struct RecordedValue {
    let object: NSManagedObject
    let old: SlotValue
    let new: SlotValue
    let slot: Int32

    var end: RecordedEnd { RecordedEnd(object: object, slot: Int(slot)) }

    func value(_ direction: UndoDirection) -> SlotValue { direction == .undo ? old : new }

    /// The destination of a relationship; nil for an attribute.
    func destination(_ direction: UndoDirection) -> NSManagedObject? { value(direction).destination }
}

/// One end of a relationship.
struct RecordedEnd: Hashable {
    let object: NSManagedObject
    let slot: Int
}

/// The values of an object that is out of the context, until redo brings it back.
struct DetachedObjectValues {
    let values: ContiguousArray<SlotValue>
    let written: SlotMask
}
