// SPDX-License-Identifier: Apache-2.0
// Objects that undo and redo bring back into a context or take out of it.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Brings objects back; objects whose deletion was saved come back as new objects.
    ///
    /// - Parameters:
    ///   - objects: objects that an event deleted, or that an event inserted and undo took away.
    ///   - record: the event; it has the values of objects that undo took away.
    /// - Returns: the objects that are back.
    final func bringBack(_ objects: [NSManagedObject], _ record: RecordedEvent) -> [NSManagedObject] {
        var newAgain: [(object: NSManagedObject, hasLostRow: Bool)] = []
        let returned = objects.filter { bringBack($0, record, &newAgain) }
        // All objects are registered now and can find each other. Other objects may have left for good meanwhile.
        let rowless = rowlessDestinations(of: newAgain.filter(\.hasLostRow).map(\.object))
        for (object, hasLostRow) in newAgain {
            dropDestinations(of: object, hasLostRow: hasLostRow) { other in
                // A deletion that is still pending here is none that undo takes back.
                other.link !== link || hasLostRow && (rowless.contains(other) || !other.staysAlive)
            }
        }
        return returned
    }

    private func bringBack(
        _ object: NSManagedObject, _ record: RecordedEvent,
        _ newAgain: inout [(object: NSManagedObject, hasLostRow: Bool)]
    ) -> Bool {
        if object.state.contains(.inaccessible) { return false }
        let isHere = object.link === link
        guard isHere ? !object.staysAlive : object.link == nil else { return false }
        if isHere, !object.state.contains(.gone) {
            // The row is there: also an object that has become a fault gets its values from it.
            withdrawDeletion(object)
        } else {
            if object.isFault { return false }
            if isHere {
                deletionQueue.removeAll { $0 === object }
                detach(object)
            }
            newAgain.append((object, returnToContext(object, record)))
        }
        journal.note(object, .inserted)
        return true
    }

    /// Registers an object again, and returns whether it has lost its row.
    private func returnToContext(_ object: NSManagedObject, _ record: RecordedEvent) -> Bool {
        if let parted = record.parted.removeValue(forKey: ObjectIdentifier(object)) {
            object.restoreDetached(parted)
        }
        let hasLostRow = object.snapshot != nil
        if hasLostRow { return startAgain(object) }
        enter(object)
        return false
    }

    private func enter(_ object: NSManagedObject) {
        object.link = link
        identities.insert(object)
        journal.mark(object, .inserted)
    }

    /// Registers an object as a new object with its former values.
    ///
    /// - Returns: true: the object's row is lost.
    @discardableResult
    final func startAgain(_ object: NSManagedObject) -> Bool {
        // References are keys of the object's former store.
        for slot in object.binding.relationshipSlots {
            if case .stored(.reference(let key)) = object.slots[slot] {
                object.slots[slot] = .live(self.object(for: key, relatedTo: object))
            }
        }
        object.snapshot = nil
        object.id = newTemporaryID(of: object)
        for property in object.binding.slotProperties { object.slots.markWritten(property.slot) }
        enter(object)
        return true
    }

    /// A new temporary ID in the object's former store.
    private func newTemporaryID(of object: NSManagedObject) -> NSManagedObjectID {
        let id = TemporaryObjectID(entity: object.entity)
        return object.objectID.persistentStore?.temporaryID(assigning: id) ?? id
    }

    /// Removes destinations that are gone.
    ///
    /// If the object has lost its row, all members count as added.
    final func dropDestinations(
        of object: NSManagedObject, hasLostRow: Bool, where isGone: (NSManagedObject) -> Bool
    ) {
        for slot in object.binding.relationshipSlots {
            guard object.binding.slotProperties[slot].isToMany else {
                if let destination = object.toOne(at: slot), isGone(destination) {
                    object.slots[slot] = .null
                }
                continue
            }
            let former = object.toMany(at: slot)
            guard hasLostRow || former.list.contains(where: isGone) else { continue }
            let members = ToManyValue.empty(isOrdered: former.isOrdered)
            for member in former.list where !isGone(member) { members.insert(member) }
            object.slots[slot] = .live(members)
        }
    }

    /// The destinations of to-one relationships that are faults without rows; costs one access to each store.
    ///
    /// A key in a row that is gone may name a row that is gone too.
    final func rowlessDestinations(of objects: [NSManagedObject]) -> Set<NSManagedObject> {
        var faults: Set<NSManagedObject> = []
        for object in objects {
            for slot in object.binding.relationshipSlots
            where !object.binding.slotProperties[slot].isToMany {
                guard let destination = object.toOne(at: slot), destination.link === link else { continue }
                if destination.isFault, destination.isStored { faults.insert(destination) }
            }
        }
        guard !faults.isEmpty else { return [] }
        let present = withRows(faults.map(\.objectID))
        return faults.filter { !present.contains($0.objectID) }
    }

    /// Updates the inverse relationships of new objects, as far as the undone event did not record them.
    final func alignOtherEnds(of objects: [NSManagedObject]) {
        for object in objects where object.snapshot == nil && object.isInserted {
            for slot in object.binding.relationshipSlots {
                for destination in object.destinations(at: slot) {
                    align(destination, with: object, at: slot)
                }
            }
        }
    }

    /// Updates the other end of one relationship of a new object.
    final func align(_ destination: NSManagedObject, with object: NSManagedObject, at slot: Int) {
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let inverse = relationship.inverseSlot, destination.link === link
        else { return }
        if destination.isFault { destination.fireFault() }
        let isTaken =
            !relationship.isInverseToMany && destination.toOne(at: inverse).map { $0 !== object } ?? false
        if !isTaken { return object.gained(destination, at: slot) }
        // The destination has another object at its inverse meanwhile.
        if relationship.isToMany {
            object.toMany(at: slot).remove(destination)
        } else {
            object.slots[slot] = .null
        }
    }

    /// Removes new objects from the context, and marks saved objects as deleted.
    ///
    /// - Returns: the saved objects; their delete rules are still to be applied.
    final func removeForUndo(
        _ objects: [NSManagedObject], _ record: RecordedEvent, _ direction: UndoDirection
    )
        -> [NSManagedObject]
    {
        var deleted: [NSManagedObject] = []
        for object in objects.reversed() where object.link === link && object.staysAlive {
            // A fault would have no values to come back with: a new one has no row, the row of another one may go.
            if object.isFault { refill(object) }
            journal.note(object, .deleted)
            if object.isInserted {
                part(with: object, direction == .undo ? record : nil)
            } else {
                journal.mark(object, .deleted)
                deleted.append(object)
                if direction == .undo { awakeUntracked(object) }
            }
        }
        return deleted
    }

    /// Removes a new object.
    ///
    /// An undone insertion also takes the object's values, and its redo restores them.
    private func part(with object: NSManagedObject, _ record: RecordedEvent?) {
        journal.unmark(object, [.inserted, .updated])
        if let record {
            record.parted[ObjectIdentifier(object)] = object.part()
            awakeUntracked(object)
        }
        detach(object)
    }

    private func awakeUntracked(_ object: NSManagedObject) {
        object.withoutTracking { object.awake(fromSnapshotEvents: .undoInsertion) }
    }
}

extension NSManagedObject {
    /// Returns the object's values, and gives it the initial values of a new object.
    fileprivate final func part() -> DetachedObjectValues {
        let parted = DetachedObjectValues(
            values: ContiguousArray((0..<slots.count).map { slots[$0] }), written: slots.written)
        replaceValues(binding.initialValues)
        slots.clearWritten()
        return parted
    }

    fileprivate final func restoreDetached(_ parted: DetachedObjectValues) {
        replaceValues(parted.values)
        slots.written = parted.written
    }

    /// Replaces all values but the observers' slot, and tells the observers.
    private func replaceValues(_ values: ContiguousArray<SlotValue>) {
        dropping {
            for slot in values.indices where slot != binding.observedKeys?.slot { slots[slot] = values[slot] }
        }
    }
}
