// SPDX-License-Identifier: Apache-2.0
// Passes a change of a mergeable attribute from one object to another: from a child context's object to its parent's, and
// from an object to the one that replaced it.

import PerdureBase

extension NSManagedObject {
    /// Adds the change of a child context's object to this object (MRG-111).
    ///
    /// - Parameters:
    ///   - object: the child's object.
    ///   - property: any property.
    /// - Returns: whether the property merges and is stored; the caller passes any other property as a value.
    final func acceptsChange(of object: NSManagedObject, _ property: SlotProperty) -> Bool {
        guard property.merge != nil, !property.isTransient else { return false }
        if let merged = object.slots[property.slot].merged, merged.isChanged {
            change(by: merged.forAnotherContext, at: property.slot)
        }
        return true
    }

    /// Adds the change of another object's attribute, tracked; reports a change that does not fit.
    private func change(by other: MergedValue, at slot: Int) {
        guard hasValues(for: slot), let merged = mergedValue(at: slot) else { return }
        let isFirst = needsNote(slot)
        do { setAttribute(try merged.adding(changeOf: other, isFirst: isFirst).slotValue, at: slot) } catch {
            ExceptionTrap.raise(MergeErrors.refused(error, binding.slotProperties[slot], of: self))
        }
    }
}

extension CompensationLog {
    /// Adds the changes of another object's mergeable attributes; leaves out a change that does not fit.
    func addChanges(of object: NSManagedObject, to other: NSManagedObject) {
        for slot in object.binding.rebasedSlots {
            guard let merged = object.slots[slot].merged, merged.isChanged,
                let sum = try? other.mergedValue(at: slot)?.adding(changeOf: merged)
            else { continue }
            overwrite(sum.slotValue, at: slot, of: other)
        }
    }
}

extension EntityBinding {
    /// Whether stores apply changes of some attributes to the stored values.
    var appliesChanges: Bool { !rebasedSlots.isEmpty }
}
