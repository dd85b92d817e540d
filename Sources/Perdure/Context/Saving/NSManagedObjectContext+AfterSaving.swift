// SPDX-License-Identifier: Apache-2.0
// What a save gives back to the objects: new IDs and new snapshots. After conflicts it applies the merge policy's
// decisions, so that objects show the stored values (SAV-141).

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// Gives the saved objects new IDs and new snapshots, and marks them as clean.
    ///
    /// - Returns: the objects with values that stores computed.
    final func applyOutcome(_ outcome: SaveOutcome, _ changes: SavedChanges) -> [NSManagedObject] {
        if let first = changes.inserted.first, let id = outcome.newID(of: first) {
            identities.table(of: id.key.root, in: id.namespace).reserve(changes.inserted.count)
        }
        changes.inserted.forEachWithID { object in
            if let id = outcome.newID(of: object) { replaceID(of: object, with: id) }
        }
        for object in outcome.resolvedObjects { object.markSaved() }
        var refreshed: [NSManagedObject] = []
        outcome.written.forEach { object, row in
            if ownSaves != nil { recordOwnSave(of: object, row) }
            if object.adopt(row) { refreshed.append(object) }
        }
        refreshed += applyComputed(outcome.computed)
        for list in [changes.inserted, changes.updated] {
            list.forEachRetained { object in
                journal.unmark(object, [.inserted, .updated])
                object.state.remove(.locked)
            }
        }
        if outcome.failure == nil { unlockAll() }
        if !outcome.abandoned.isEmpty { forget(outcome.abandoned, in: outcome.written) }
        for object in outcome.resolvedObjects { object.forgetMembers() }
        if !outcome.undeleted.isEmpty { revive(outcome.undeleted) }
        for object in outcome.refilled {
            object.withoutTracking { object.awake(fromSnapshotEvents: .mergePolicy) }
        }
        return refreshed
    }

    /// Drops the written objects' references to abandoned objects: the rows refer to the stored objects that replaced
    /// those.
    private func forget(_ abandoned: [NSManagedObject], in written: WrittenRows<NSManagedObject>) {
        let gone = Set(abandoned)
        let roots = Set(abandoned.map(\.binding.layout.root))
        written.forEach { object, row in
            if roots.contains(object.binding.layout.root) { object.forgetSharedMembers() }
            for slot in object.binding.relationshipSlots {
                let value = object.slots[slot]
                if let members = value.members, !gone.isDisjoint(with: members.members.union(members.added)) {
                    object.dropMembers(at: slot)
                } else if let destination = value.destination, gone.contains(destination) {
                    object.changing(slot) { object.slots[slot] = .stored(row[slot]) }
                    refreshOtherEnd(of: object, slot)
                }
            }
        }
    }

    /// Drops the loaded members of the object at the other end: it replaced another object, and took over that object's
    /// members.
    private func refreshOtherEnd(of object: NSManagedObject, _ slot: Int) {
        guard let inverse = object.binding.slotProperties[slot].relationship?.inverseSlot,
            let other = object.toOne(at: slot), other.knownMembers(at: inverse)?.hasChanges == false
        else { return }
        other.dropMembers(at: inverse)
    }

    /// Turns objects whose deletion the merge policy took back into faults of the newest rows.
    private func revive(_ undeleted: [NSManagedObject]) {
        for object in undeleted {
            journal.unmark(object, [.updated, .deleted])
            object.state.remove(.propagated)
            object.withoutTracking { object.turnIntoFault() }
        }
        // Delete rules had removed these objects from relationships that the store still has.
        let entities = Set(undeleted.map(\.entity))
        for other in identities.allObjects where !other.hasChanges { other.forgetMembers(of: entities) }
    }

    /// Tells lists of the merge policy's decisions and of new IDs.
    final func tellListeners(_ outcome: SaveOutcome, inserted: [NSManagedObject]) {
        let listeners = listeners.all
        guard !listeners.isEmpty else { return }
        let decided = outcome.abandoned + outcome.resolvedObjects + outcome.undeleted
        for listener in listeners {
            if !decided.isEmpty { listener.valuesChanged(of: decided) }
            listener.saveEnded(inserted: inserted)
        }
    }

    /// The changes, insertions and deletions of a body, delete rules included, without the changes before it.
    final func changesBesides(_ body: () throws -> Void) throws -> SavedChanges {
        let former = SavedChanges(journal)
        try ExceptionTrap.catching {
            try body()
            if !deletionQueue.isEmpty { propagateDeletions() }
        }
        return SavedChanges(journal).without(former)
    }
}

extension NSManagedObject {
    /// Drops the members of all stored to-many relationships; the next use reads them again.
    final func forgetMembers() {
        for slot in binding.relationshipSlots where !binding.slotProperties[slot].isTransient {
            if knownMembers(at: slot) != nil { dropMembers(at: slot) }
        }
    }

    /// Drops the members of relationships that are to many at both ends: an object that replaced others has theirs too.
    fileprivate final func forgetSharedMembers() {
        for slot in binding.relationshipSlots {
            let property = binding.slotProperties[slot]
            guard !property.isTransient, property.relationship?.isInverseToMany == true,
                knownMembers(at: slot)?.hasChanges == false
            else { continue }
            dropMembers(at: slot)
        }
    }

    /// Drops the members of all stored to-many relationships that lead to objects of some entities.
    fileprivate final func forgetMembers(of entities: Set<NSEntityDescription>) {
        for slot in binding.relationshipSlots where !binding.slotProperties[slot].isTransient {
            guard knownMembers(at: slot) != nil,
                let destination = binding.slotProperties[slot].relationship?.description.destinationEntity,
                entities.contains(where: { $0.isKindOf(entity: destination) })
            else { continue }
            dropMembers(at: slot)
        }
    }

    fileprivate final func dropMembers(at slot: Int) {
        changing(slot) { dropToManyChange(at: slot) }
    }
}
