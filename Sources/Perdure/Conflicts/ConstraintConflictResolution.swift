// SPDX-License-Identifier: Apache-2.0
// The rules of the built-in merge policies for uniqueness constraints (SAV-80 to SAV-90). One row stays and keeps
// its ID; a new object with its values replaces its object in the context.

import Foundation
import PerdureStore

/// Resolves one conflict by the rules of a built-in policy.
struct ConstraintConflictResolution {
    let conflict: NSConstraintConflict
    let policy: NSMergePolicyType

    private var prefersObject: Bool {
        policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
    }

    /// Changes the objects, and notes the outcome for each.
    ///
    /// - Throws: 133021 where two objects exchange values: no policy may delete one of them for that (PG-79); what reading
    ///   the stored object and its relationships reports.
    func apply() throws {
        conflict.outcomes = []
        let objects = conflict.conflictingObjects
        // SAV-87: the last object stays when objects win, the first object when the store wins.
        guard let survivor = prefersObject ? objects.last : objects.first else { return }
        for object in objects where object !== survivor { abandon(object, for: survivor) }
        if let row = conflict.databaseRow, let id = conflict.databaseID {
            try resolve(survivor, with: id, row)
        }
    }

    private func resolve(_ object: NSManagedObject, with id: NSManagedObjectID, _ row: Row) throws {
        let isSameEntity = row.key.entity == object.binding.layout.number
        if object.snapshot == nil, isSameEntity || !prefersObject {
            resolveInserted(object, with: id, row, isSameEntity)
        } else if prefersObject {
            // A row cannot change its entity, and a stored row cannot become another stored row.
            guard let losing = LosingStoredObject(conflict) else { return }
            guard !losing.givesWay else { throw ConflictErrors.conflicts([conflict]) }
            try losing.deleteInFavour(of: object)
        } else {
            restore(object)
        }
    }

    private func resolveInserted(
        _ object: NSManagedObject, with id: NSManagedObjectID, _ row: Row, _ isSameEntity: Bool
    ) {
        guard policy != .rollbackMergePolicyType, isSameEntity else {
            return conflict.outcomes.append((object, .abandoned(replacement: id)))
        }
        guard let registered = conflict.registeredObject, registered !== object else {
            for slot in storedSlots(object) {
                if wins(object, slot) {
                    // A value that was never set is a change of the stored row too (UT-2).
                    object.slots.markWritten(slot)
                } else {
                    conflict.compensation.write(.stored(row[slot]), at: slot, of: object)
                }
            }
            // The object's mergeable attributes keep their changes; the store applies these to the stored value
            // (MRG-101).
            return conflict.outcomes.append((object, .becomesStoredObject(id, row)))
        }
        takeValues(of: object, in: registered, row)
        conflict.outcomes.append((registered, .becomesStoredObject(id, row)))
        conflict.outcomes.append((object, .abandoned(replacement: id)))
    }

    /// Gives the stored object, which the context has registered already, the new object's values.
    ///
    /// Its row may be newer than what it shows: its snapshot will be the row, so its other attributes must show the row's values.
    private func takeValues(of object: NSManagedObject, in registered: NSManagedObject, _ row: Row) {
        if registered.isFault { registered.willAccessValue(forKey: nil) }
        for slot in storedSlots(object) {
            if wins(object, slot) {
                guard let value = try? object.storedValue(at: slot) else { continue }
                conflict.compensation.write(value, at: slot, of: registered)
            } else if isAttribute(slot, object), !registered.isChanged(storedSlot: slot) {
                conflict.compensation.write(.stored(row[slot]), at: slot, of: registered)
            }
        }
        conflict.compensation.addChanges(of: object, to: registered)
    }

    /// Whether the new object's value is stored, and not the row's.
    private func wins(_ object: NSManagedObject, _ slot: Int) -> Bool {
        switch policy {
        case .overwriteMergePolicyType: true
        case .mergeByPropertyObjectTrumpMergePolicyType:
            // A value that was never set does not replace the row's value (SAV-83).
            (try? object.storedValue(at: slot)) != object.binding.slotProperties[slot].initialValue
        default: false
        }
    }

    private func abandon(_ object: NSManagedObject, for survivor: NSManagedObject) {
        if object.snapshot == nil {
            conflict.outcomes.append(
                (object, .abandoned(replacement: conflict.databaseID ?? survivor.objectID)))
        } else {
            restore(object)
        }
    }

    /// Restores the old values of a changed object: the constraint's values, or all values for the rollback policy.
    private func restore(_ object: NSManagedObject) {
        guard let base = object.snapshot else { return }
        let names = Set(conflict.propertyNames)
        let dropsAll = policy == .rollbackMergePolicyType
        for slot in storedSlots(object)
        where dropsAll || names.contains(object.binding.slotProperties[slot].name) {
            conflict.compensation.write(.stored(base[slot]), at: slot, of: object)
        }
        conflict.outcomes.append((object, .written))
    }

    private func isAttribute(_ slot: Int, _ object: NSManagedObject) -> Bool {
        object.binding.layout.properties[slot].relationship == nil
    }

    private func storedSlots(_ object: NSManagedObject) -> [Int] {
        object.binding.layout.properties.filter { $0.isWrittenWhole }.map(\.slot)
    }
}
