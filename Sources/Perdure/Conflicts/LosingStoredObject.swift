// SPDX-License-Identifier: Apache-2.0
// A stored object that is deleted because a changed object takes its values of a uniqueness constraint (UT-6).

import PerdureBase
import PerdureStore

/// The database object of a constraint conflict that the changed object wins.
struct LosingStoredObject {
    private let conflict: NSConstraintConflict
    private let object: NSManagedObject
    private let context: NSManagedObjectContext

    init?(_ conflict: NSConstraintConflict) {
        guard let object = conflict.databaseObject, let context = object.managedObjectContext else {
            return nil
        }
        self.conflict = conflict
        self.object = object
        self.context = context
    }

    /// Whether the same save gives the object other values of the constraint: it is in the way for a moment only.
    var givesWay: Bool {
        guard object.snapshot != nil, !object.isDeleted else { return false }
        return conflict.propertyNames.contains { name in
            object.binding.layout.slots[name].map { object.isChanged(storedSlot: $0) } ?? false
        }
    }

    /// Deletes the object; lets the objects that referred to it refer to the survivor, and saves them with it.
    ///
    /// - Throws: what reading the object and its relationships reports.
    func deleteInFavour(of survivor: NSManagedObject) throws {
        try object.realize()
        try context.withoutRecording {
            try ExceptionTrap.catching {
                for slot in object.binding.relationshipSlots { move(slot, to: survivor) }
                context.deleteObject(object)
                context.propagateDeletions()
            }
        }
        conflict.outcomes.append((object, .replaced(by: survivor.objectID)))
    }

    /// Lets the members of a relationship refer to the survivor, if it has the same relationship.
    private func move(_ slot: Int, to survivor: NSManagedObject) {
        let property = object.binding.slotProperties[slot]
        guard property.isToMany, let inverse = property.relationship?.inverseSlot,
            let isInverseToMany = property.relationship?.isInverseToMany,
            survivor.binding.layout.slots[property.name] == slot
        else { return }
        for member in object.loadedToMany(at: slot).list where member.staysAlive {
            if isInverseToMany {
                survivor.changeMembers(at: slot, add: [member], remove: [])
            } else {
                member.setToOne(survivor, at: inverse)
            }
        }
    }
}
