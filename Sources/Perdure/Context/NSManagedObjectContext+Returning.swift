// SPDX-License-Identifier: Apache-2.0
// Objects that undo and redo bring back into a context, or take out of it.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Brings objects back; those whose deletion was saved come back as new ones.
    ///
    /// - Parameters:
    ///   - objects: what an event deleted, or inserted and undo took away.
    ///   - record: the event, which has the values of the latter.
    /// - Returns: the objects that are back.
    final func bringBack(_ objects: [NSManagedObject], _ record: RecordedEvent) -> [NSManagedObject] {
        var newAgain: [(object: NSManagedObject, hasLostRow: Bool)] = []
        let returned = objects.filter { object in
            guard !object.state.contains(.inaccessible), !object.isFault else { return false }
            if object.link === link {
                guard !object.staysAlive else { return false }
                if object.state.contains(.gone) {
                    deletionQueue.removeAll { $0 === object }
                    detach(object)
                    newAgain.append((object, returnToContext(object, record)))
                } else {
                    takeDeletionBack(object)
                }
            } else {
                guard object.link == nil else { return false }
                newAgain.append((object, returnToContext(object, record)))
            }
            journal.note(object, .inserted)
            return true
        }
        // All are back now, so that they find each other; others may have gone for good meanwhile.
        for (object, hasLostRow) in newAgain { settleRelationships(of: object, hasLostRow: hasLostRow) }
        return returned
    }

    /// Gives whether the object has lost its row.
    private func returnToContext(_ object: NSManagedObject, _ record: RecordedEvent) -> Bool {
        if let parted = record.parted.removeValue(forKey: ObjectIdentifier(object)) { object.take(parted) }
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

    /// The object is a new one with the values of the former.
    ///
    /// - Returns: that its row is lost.
    @discardableResult
    final func startAgain(_ object: NSManagedObject) -> Bool {
        // References are keys of the store that the object was in.
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

    /// An ID in the store where the object was.
    private func newTemporaryID(of object: NSManagedObject) -> NSManagedObjectID {
        let id = TemporaryObjectID(entity: object.entity)
        return object.objectID.persistentStore?.temporaryID(assigning: id) ?? id
    }

    /// Leaves destinations out that are gone; where the store knows no members any more, all are new ones.
    final func settleRelationships(of object: NSManagedObject, hasLostRow: Bool) {
        for slot in object.binding.relationshipSlots {
            guard object.binding.slotProperties[slot].isToMany else {
                if let destination = object.toOne(at: slot), destination.link !== link {
                    object.slots[slot] = .null
                }
                continue
            }
            let former = object.toMany(at: slot)
            guard hasLostRow || former.list.contains(where: { $0.link !== link }) else { continue }
            let members = ToManyValue.empty(isOrdered: former.isOrdered)
            for member in former.list where member.link === link { members.insert(member) }
            object.slots[slot] = .live(members)
        }
    }

    /// Brings the other ends of new objects in line, as far as the undone event did not say what they were.
    final func alignOtherEnds(of objects: [NSManagedObject]) {
        for object in objects where object.snapshot == nil && object.isInserted {
            for slot in object.binding.relationshipSlots {
                for destination in object.destinations(at: slot) {
                    align(destination, with: object, at: slot)
                }
            }
        }
    }

    private func align(_ destination: NSManagedObject, with object: NSManagedObject, at slot: Int) {
        guard let relationship = object.binding.slotProperties[slot].relationship,
            let inverse = relationship.inverseSlot, destination.link === link
        else { return }
        if destination.isFault { destination.fireFault() }
        let isTaken =
            !relationship.isInverseToMany && destination.toOne(at: inverse).map { $0 !== object } ?? false
        if !isTaken { return object.gained(destination, at: slot) }
        // It has found another one meanwhile.
        if relationship.isToMany {
            object.toMany(at: slot).remove(destination)
        } else {
            object.slots[slot] = .null
        }
    }

    /// Takes objects out of the context, or marks saved ones as deleted.
    ///
    /// - Returns: the latter; their delete rules are to be applied.
    final func takeAway(_ objects: [NSManagedObject], _ record: RecordedEvent, _ direction: UndoDirection)
        -> [NSManagedObject]
    {
        var deleted: [NSManagedObject] = []
        for object in objects.reversed() where object.link === link && object.staysAlive {
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

    /// A new object goes; with an undone insertion its values go too, and come back when it is redone.
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
    /// Gives the values away and takes those of a new object.
    fileprivate final func part() -> PartedValues {
        let parted = PartedValues(
            values: ContiguousArray((0..<slots.count).map { slots[$0] }), written: slots.written)
        replaceValues(binding.initialValues)
        slots.clearWritten()
        return parted
    }

    fileprivate final func take(_ parted: PartedValues) {
        replaceValues(parted.values)
        slots.written = parted.written
    }

    /// Observers are told, and stay where they are.
    private func replaceValues(_ values: ContiguousArray<SlotValue>) {
        dropping {
            for slot in values.indices where slot != binding.observedKeys?.slot { slots[slot] = values[slot] }
        }
    }
}
