// SPDX-License-Identifier: Apache-2.0
// The parts of an object that a save reads and sets.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The row that the object's changes are relative to; nil for an object that was never saved.
    ///
    /// A merge policy sets it to the newest row; the slots keep their values then.
    final var snapshot: Row? {
        get { slots.row }
        set {
            slots.row = newValue
            if binding.appliesChanges { putChangesOnSnapshot() }
        }
    }

    /// Whether a persistent slot's value differs from the snapshot's.
    final func isChanged(storedSlot slot: Int) -> Bool {
        if slots.row == nil { return !slots[slot].isNull }
        return isChanged(binding.slotProperties[slot])
    }

    /// The value that a row stores for a slot: persistent attributes and to-one relationships.
    ///
    /// A destination with a temporary ID comes as the object, every other destination as its key.
    ///
    /// - Throws: `CoreDataException` when a transformer fails.
    final func storedValue(at slot: Int) throws -> SlotValue {
        let value = slots[slot]
        if let destination = value.destination, destination.id.isTemporaryID { return value }
        return .stored(try storedForm(at: slot))
    }

    /// The stored form of a slot that cannot hold a destination with a temporary ID.
    package final func storedForm(at slot: Int) throws -> StoredValue {
        let stored = try slots[slot].storedForm(entity.name ?? "", binding.names[slot])
        switch stored {
        // Batches and classes that skip validation come here with values that nobody has checked.
        case .double where environment.kinds[slot] != .double, .composite:
            try binding.slotProperties[slot].coding?.checkFit(stored, entity.name ?? "", binding.names[slot])
        default: break
        }
        return stored
    }

    /// Sets a slot, without announcements, inverses or undo.
    final func setStoredValue(_ value: SlotValue, at slot: Int) {
        changing(slot) { slots.write(value, at: slot) }
    }

    /// Gives all slots their initial values, without announcements, inverses or undo.
    package final func setInitialValues() {
        for property in binding.slotProperties { setStoredValue(property.initialValue, at: property.slot) }
    }

    /// The unsaved change of a to-many relationship; nil without a change.
    final func toManyChange(at slot: Int) -> ToManyChange? {
        guard let many = slots[slot].members, many.hasChanges else { return nil }
        if many.isInDoubt {
            _ = loadedToMany(at: slot)
            guard many.hasChanges else { return nil }
        }
        let order: [NSManagedObject]? = many.isOrdered ? loadedToMany(at: slot).order : nil
        return ToManyChange(added: Array(many.added), removed: Array(many.removed), order: order)
    }

    /// Forgets the changes of a to-many relationship: its members are read again when they are asked for.
    final func dropToManyChange(at slot: Int) { slots[slot] = .null }

    /// Takes the row that a save wrote as the snapshot; tells whether the row has values that the object had not.
    final func adopt(_ row: Row) -> Bool {
        slots.row = row
        let hasNewValues = adoptValuesComputedInSave(of: row)
        let hasOthers = adoptAppliedChanges(of: row)
        let changesValues = namespace.map { $0.isNamed || $0.changesWrittenValues } ?? false
        let hasStoreValues = changesValues && adoptValues(of: row)
        for slot in binding.adoptingSlots { slots[slot].live?.adopt(row[slot]) }
        markSaved()
        return hasNewValues || hasOthers || hasStoreValues
    }

    /// Takes over the attributes that a store has given other values in a save; tells whether there is one.
    private func adoptValues(of row: Row) -> Bool {
        let others = binding.slotProperties.filter {
            $0.coding != nil && $0.merge == nil && !$0.isTransient
                && !slots[$0.slot].shows(.stored(row[$0.slot]))
        }
        for property in others {
            changing(property.slot) { slots[property.slot] = .stored(row[property.slot]) }
        }
        return !others.isEmpty
    }

    /// Marks the present values as saved.
    final func markSaved() {
        for slot in binding.relationshipSlots {
            knownMembers(at: slot)?.commit()
        }
        slots.clearWritten()
    }
}
