// SPDX-License-Identifier: Apache-2.0
// What undo and redo need of one event: the values before and after, and who came and went. Made by
// RecordedEvent+Recording.swift, applied by NSManagedObjectContext+Restoring.swift.

import PerdureStore

/// Which way an operation goes through the changes of an event.
enum UndoDirection {
    case undo, redo

    var opposite: UndoDirection { self == .undo ? .redo : .undo }
}

/// One event of a context, as undo and redo need it.
///
/// Both the old and the new values are kept, because others may change the objects between undo and redo: what is
/// written then is the event's own part only, a value for a slot, added and removed members for a relationship.
final class RecordedEvent {
    /// The objects with changed values.
    var objects: [RecordedObject] = []
    var values: [RecordedValue] = []
    var members: [RecordedMembers] = []
    /// The relationships of objects that were not in the context before: should they be saved before they are taken
    /// away again, delete rules must not follow what the event connected.
    var newcomerValues: [RecordedValue] = []
    var newcomerMembers: [RecordedMembers] = []
    /// Objects that were not in the context before the event.
    var appeared: [NSManagedObject] = []
    /// Objects that were in the context before the event and deleted after it.
    var disappeared: [NSManagedObject] = []
    /// The values of objects that undo took out of the context.
    var parted: [ObjectIdentifier: PartedValues] = [:]
    /// While the event is recorded, and once somebody has asked: where relationships led before it.
    var formerOwners: [RecordedEnd: NSManagedObject?]?
    /// How often the context had been saved.
    let saves: Int

    init(saves: Int) { self.saves = saves }

    var isEmpty: Bool { objects.isEmpty && appeared.isEmpty && disappeared.isEmpty }

    /// Those that come back in a direction.
    func returning(_ direction: UndoDirection) -> [NSManagedObject] {
        direction == .undo ? disappeared : appeared
    }

    /// Those that go in a direction.
    func leaving(_ direction: UndoDirection) -> [NSManagedObject] {
        direction == .undo ? appeared : disappeared
    }
}

/// An object whose values an event changed.
struct RecordedObject {
    let object: NSManagedObject
    /// Whether it had no changes before the event.
    var wasClean: Bool
}

/// The values of a slot before and after an event.
struct RecordedValue {
    let object: NSManagedObject
    let old: SlotValue
    let new: SlotValue
    let slot: Int32

    var end: RecordedEnd { RecordedEnd(object: object, slot: Int(slot)) }

    func value(_ direction: UndoDirection) -> SlotValue { direction == .undo ? old : new }

    /// The object that a relationship leads to; nil for an attribute.
    func destination(_ direction: UndoDirection) -> NSManagedObject? { value(direction).destination }
}

/// One end of a relationship.
struct RecordedEnd: Hashable {
    let object: NSManagedObject
    let slot: Int
}

/// The values of an object that is out of the context, until redo brings it back.
struct PartedValues {
    let values: ContiguousArray<SlotValue>
    let written: SlotMask
}
