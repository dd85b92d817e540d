// SPDX-License-Identifier: Apache-2.0
// The rules of the built-in merge policies for uniqueness constraints (SAV-80 to SAV-90): one row stays, it
// keeps its ID, and a new object with its values takes its place in the context.

import Foundation
import PerdureStore

/// What becomes of an object after a constraint conflict.
enum ConstraintSettlement {
    /// What differs from its snapshot is written; nothing, if its changes were given up.
    case written
    /// A new object that is the stored one from now on.
    case takesPlace(NSManagedObjectID, Row)
    /// A stored object that is deleted; relationships lead to the replacement instead.
    case replaced(by: NSManagedObjectID)
    /// Given up; relationships lead to the replacement instead.
    case abandoned(replacement: NSManagedObjectID?)
}

/// Settles one conflict as a built-in policy does.
struct ConstraintConflictMerge {
    let conflict: NSConstraintConflict
    let policy: NSMergePolicyType

    private var prefersObject: Bool {
        policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
    }

    /// Changes the objects, and notes what becomes of each.
    ///
    /// - Throws: what reading the stored object and its relationships reports.
    func apply() throws {
        conflict.settlements = []
        let objects = conflict.conflictingObjects
        // SAV-87: the last one stays where objects win, the first one where the store does.
        guard let survivor = prefersObject ? objects.last : objects.first else { return }
        for object in objects where object !== survivor { giveUp(object, for: survivor) }
        if let row = conflict.databaseRow, let id = conflict.databaseID {
            try settle(survivor, with: id, row)
        }
    }

    private func settle(_ object: NSManagedObject, with id: NSManagedObjectID, _ row: Row) throws {
        let isSameEntity = row.key.entity == object.binding.layout.number
        if object.snapshot == nil, isSameEntity || !prefersObject {
            settleNew(object, with: id, row, isSameEntity)
        } else if prefersObject {
            // A row cannot become one of another entity, nor one of two stored rows the other.
            try DisplacedObject(conflict)?.giveWay(to: object)
        } else {
            restore(object)
        }
    }

    private func settleNew(
        _ object: NSManagedObject, with id: NSManagedObjectID, _ row: Row, _ isSameEntity: Bool
    ) {
        guard policy != .rollbackMergePolicyType, isSameEntity else {
            return conflict.settlements.append((object, .abandoned(replacement: id)))
        }
        guard let registered = conflict.registeredObject, registered !== object else {
            for slot in storedSlots(object) {
                if wins(object, slot) {
                    // Also one that was never set is a change of the stored row (UT-2).
                    object.slots.markWritten(slot)
                } else {
                    conflict.overwritten.write(.stored(row[slot]), at: slot, of: object)
                }
            }
            // Its mergeable attributes keep their changes, which the row gets on top of what it has (MRG-101).
            return conflict.settlements.append((object, .takesPlace(id, row)))
        }
        // Somebody holds the stored object already, so it takes the new one's values.
        if registered.isFault { registered.willAccessValue(forKey: nil) }
        for slot in storedSlots(object) where wins(object, slot) {
            guard let value = try? object.storedValue(at: slot) else { continue }
            conflict.overwritten.write(value, at: slot, of: registered)
        }
        conflict.overwritten.addChanges(of: object, to: registered)
        conflict.settlements.append((registered, .takesPlace(id, row)))
        conflict.settlements.append((object, .abandoned(replacement: id)))
    }

    /// Whether a new object's value is stored and not the row's.
    private func wins(_ object: NSManagedObject, _ slot: Int) -> Bool {
        switch policy {
        case .overwriteMergePolicyType: true
        case .mergeByPropertyObjectTrumpMergePolicyType:
            // A value that was never set is no reason to lose the row's (SAV-83).
            (try? object.storedValue(at: slot)) != object.binding.slotProperties[slot].initialValue
        default: false
        }
    }

    private func giveUp(_ object: NSManagedObject, for survivor: NSManagedObject) {
        if object.snapshot == nil {
            conflict.settlements.append(
                (object, .abandoned(replacement: conflict.databaseID ?? survivor.objectID)))
        } else {
            restore(object)
        }
    }

    /// A changed object gets its old values back: those of the constraint, or all under rollback.
    private func restore(_ object: NSManagedObject) {
        guard let base = object.snapshot else { return }
        let names = Set(conflict.constraint.compactMap { $0.split(separator: ".").first.map(String.init) })
        let dropsAll = policy == .rollbackMergePolicyType
        for slot in storedSlots(object)
        where dropsAll || names.contains(object.binding.slotProperties[slot].name) {
            conflict.overwritten.write(.stored(base[slot]), at: slot, of: object)
        }
        conflict.settlements.append((object, .written))
    }

    private func storedSlots(_ object: NSManagedObject) -> [Int] {
        object.binding.layout.properties.filter { $0.isWrittenWhole }.map(\.slot)
    }
}
