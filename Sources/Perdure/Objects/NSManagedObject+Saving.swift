// SPDX-License-Identifier: Apache-2.0
// What a save reads of an object and gives back to it.

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

    /// Whether a slot that rows store has a value other than the snapshot's.
    final func isChanged(storedSlot slot: Int) -> Bool {
        if slots.row == nil { return !slots[slot].isNull }
        return isChanged(binding.slotProperties[slot])
    }

    /// The value that a row stores for a slot: persistent attributes and to-one relationships.
    ///
    /// A destination that has no permanent ID yet comes as it is, every other one as its key.
    ///
    /// - Throws: when a value cannot be stored: a transformer failed.
    final func storedValue(at slot: Int) throws -> SlotValue {
        let value = slots[slot]
        if let destination = value.destination, destination.id.isTemporaryID { return value }
        return .stored(try storedForm(at: slot))
    }

    /// The same where no destination can stand.
    final func storedForm(at slot: Int) throws -> StoredValue {
        try slots[slot].storedForm(entity.name ?? "", binding.names[slot])
    }

    /// Takes a value into a slot, without announcements, inverses or undo.
    final func setStoredValue(_ value: SlotValue, at slot: Int) {
        changing(slot) { slots.write(value, at: slot) }
    }

    /// How a to-many relationship differs from the stored one; nil when it does not.
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

    /// Takes the row that a save wrote as snapshot; gives whether the store computed another value than the object had.
    final func adopt(_ row: Row) -> Bool {
        slots.row = row
        let hasNewValues = takeComputedValues(of: row)
        let hasOthers = takeAppliedChanges(of: row)
        for slot in binding.adoptingSlots { slots[slot].live?.adopt(row[slot]) }
        settle()
        return hasNewValues || hasOthers
    }

    /// Remembers that the context itself has written a row: for its children no change of others.
    final func noteOwnSave(_ row: Row) {
        let former = snapshot?.version ?? 0
        // Changes that stores apply are written over newer rows too.
        guard !binding.appliesChanges, row.version != former, let extras = slots.makeExtras() else {
            return
        }
        // Where others have written in between, as merge policies find, it begins anew.
        let first = extras.ownSaves.flatMap { $0.last == former ? $0.first : nil } ?? former
        extras.ownSaves = OwnSaves(first: first, last: row.version)
    }

    /// Whether only its own context has written the object's row since it had a version.
    final func hasOnlyOwnSaves(since version: Int64) -> Bool {
        guard let own = slots.extras?.ownSaves, own.last == snapshot?.version else { return false }
        return own.first <= version
    }

    /// The present values are the snapshot from now on.
    final func settle() {
        for slot in binding.relationshipSlots {
            knownMembers(at: slot)?.commit()
        }
        slots.clearWritten()
    }
}
