// SPDX-License-Identifier: Apache-2.0
// What a save reads of an object and gives back to it: the contract is SavableObject.

import Foundation
import PerdureStore

extension NSManagedObject: SavableObject {
    final var snapshot: Row? {
        get { slots.row }
        set {
            slots.row = newValue
            if !binding.mergeSlots.isEmpty { rebaseDeltas() }
        }
    }

    final func isChanged(storedSlot slot: Int) -> Bool {
        if slots.row == nil { return !slots[slot].isNull }
        return isChanged(binding.slotProperties[slot])
    }

    final func storedValue(at slot: Int) throws -> SlotValue {
        let value = slots[slot]
        if case .object(let object) = value, let destination = object as? NSManagedObject {
            return destination.id.isTemporaryID ? value : .reference(destination.id.key)
        }
        return try value.stored(entity.name ?? "", binding.names[slot])
    }

    final func setStoredValue(_ value: SlotValue, at slot: Int) {
        changing(slot) { slots.write(value, at: slot) }
    }

    final func toManyChange(at slot: Int) -> ToManyChange? {
        guard case .object(let object) = slots[slot], let many = object as? ToManyValue, many.hasChanges
        else {
            return nil
        }
        if many.isInDoubt {
            _ = loadedToMany(at: slot)
            guard many.hasChanges else { return nil }
        }
        let order: [NSManagedObject]? = many.isOrdered ? loadedToMany(at: slot).order : nil
        return ToManyChange(added: Array(many.added), removed: Array(many.removed), order: order)
    }

    final func dropToManyChange(at slot: Int) { slots[slot] = .null }

    /// Takes the row that a save wrote as snapshot; gives whether the store computed another value than the object had.
    final func adopt(_ row: Row) -> Bool {
        slots.row = row
        let hasNewValues = binding.derivedSlots.isEmpty ? false : takeComputedValues(of: row)
        let hasOthers = binding.mergeSlots.isEmpty ? false : !settleDeltas(with: row).isEmpty
        for slot in binding.transformableSlots {
            guard case .object(let object) = slots[slot], case .data(let data) = row[slot] else { continue }
            (object as? TransformedValue)?.archive = data
        }
        settle()
        return hasNewValues || hasOthers
    }

    /// Remembers that the context itself has written a row: for its children no change of others.
    final func noteOwnSave(_ row: Row) {
        let former = snapshot?.version ?? 0
        // Attributes that merge are written over newer rows too.
        guard binding.mergeSlots.isEmpty, row.version != former, let extras = slots.makeExtras() else {
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

    private func takeComputedValues(of row: Row) -> Bool {
        let computed = binding.derivedSlots.filter { slots[$0] != row[$0] }
        for slot in computed { changing(slot) { slots[slot] = row[slot] } }
        return !computed.isEmpty
    }

    /// The present values are the snapshot from now on.
    final func settle() {
        for slot in binding.relationshipSlots {
            knownMembers(at: slot)?.commit()
        }
        slots.clearWritten()
    }
}
