// SPDX-License-Identifier: Apache-2.0
// Passes a change of a mergeable attribute from one object to another: from a child context's object to its parent's, and
// from an object to the one that replaced it.

import PerdureBase

extension NSManagedObject {
    /// Adds the change of a child context's object to this object (MRG-111); of a new object, takes it in place of what
    /// hooks have done here, as for plain attributes (OBJ-92).
    ///
    /// - Parameters:
    ///   - object: the child's object.
    ///   - property: any property.
    /// - Returns: whether the property merges and is stored; the caller passes any other property as a value.
    final func acceptsChange(of object: NSManagedObject, _ property: SlotProperty) -> Bool {
        guard property.merge != nil, !property.isTransient else { return false }
        let merged = object.slots[property.slot].merged
        if object.isInserted {
            take(changeOf: merged, at: property.slot)
        } else if let merged, merged.isChanged {
            change(by: merged.forAnotherContext, at: property.slot)
        }
        return true
    }

    /// Replaces the attribute's change, tracked; both changes have the model's default value as their base.
    private func take(changeOf other: MergedValue?, at slot: Int) {
        let isTouched = [slots[slot].merged, other].contains { $0?.isChanged ?? false }
        guard isTouched, let merged = mergedValue(at: slot) else { return }
        setAttribute(merged.taking(changeOf: other).slotValue, at: slot)
    }

    /// Adds the change of another object's attribute, tracked; reports a change that does not fit.
    private func change(by other: MergedValue, at slot: Int) {
        guard hasValues(for: slot), let merged = mergedValue(at: slot) else { return }
        let isFirst = needsNote(slot)
        do {
            setAttribute(try merged.adding(changeOf: other, isFirst: isFirst).inRange().slotValue, at: slot)
        } catch {
            ExceptionTrap.raise(MergeErrors.refused(error, binding.slotProperties[slot], of: self))
        }
    }
}

extension MergedValue {
    /// The value with the change of another context's object, or without one, in place of its own.
    fileprivate func taking(changeOf other: MergedValue?) -> MergedValue {
        guard let other = other?.forAnotherContext else { return with(rule.identity) }
        return knowing(other.objects).with(other.state.delta, done: other.state.delta)
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
