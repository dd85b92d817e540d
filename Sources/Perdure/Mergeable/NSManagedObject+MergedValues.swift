// SPDX-License-Identifier: Apache-2.0
// Reads and changes an object's mergeable attributes: every change is a delta that is added to the former one.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObject {
    /// The snapshot and the change of a mergeable attribute; fires the fault.
    ///
    /// Both are empty for an object that cannot be read.
    final func mergeState(at slot: Int) -> DeltaRebase {
        guard hasValues(for: slot), let merged = mergedValue(at: slot) else {
            return DeltaRebase(.value(.none), onto: .value(.null), by: MergeRule(.value, type: .undefined))
        }
        return merged.state
    }

    /// Changes a mergeable attribute, tracked; reports a change that does not fit.
    final func change(by delta: AttributeDelta, at slot: Int) {
        guard hasValues(for: slot), let merged = mergedValue(at: slot) else { return }
        let isFirst = needsNote(slot)
        do {
            setAttribute(try merged.adding(delta, isFirst: isFirst).inRange().slotValue, at: slot)
        } catch {
            ExceptionTrap.raise(MergeErrors.refused(error, binding.slotProperties[slot], of: self))
        }
    }

    /// The stored bytes of a mergeable attribute; nil without any, for any other property, and for a fault.
    final func storedBytes(at slot: Int) -> Data? { mergedValue(at: slot)?.bytes }

    /// The value in the slot of a mergeable attribute, opened; nil for any other property, and for a fault.
    final func mergedValue(at slot: Int) -> MergedValue? {
        guard let rule = binding.slotProperties[slot].merge, !slots.isFault else { return nil }
        let value = slots[slot]
        if let merged = value.merged { return merged }
        let base = mergeBase(at: slot, rule)
        if rule.kind == .value, let live = value.live { return MergedValue(base, opened: live, rule) }
        return MergedValue(base, rule)
    }

    /// The base of an attribute's change; for a transient attribute, nil or 0 (MRG-84).
    final func mergeBase(at slot: Int, _ rule: MergeRule) -> SlotValue {
        guard binding.slotProperties[slot].isTransient else { return snapshotValue(at: slot) }
        switch rule.identity {
        case .integer: return .stored(.integer(0))
        case .real: return .stored(.double(0))
        case .decimal: return .stored(.decimal(DecimalBox(0)))
        default: return .null
        }
    }

    /// The slot's value after setting a whole value: the difference from the present value is the change (MRG-61).
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class, `MergeError` for a value that cannot be stored.
    final func merged(_ value: Any?, _ property: SlotProperty, _ rule: MergeRule) throws -> SlotValue {
        guard let merged = mergedValue(at: property.slot) else { return .null }
        let assignment = MergeAssignment(property, rule, entity: entity.name)
        if rule.kind == .value {
            return try merged.assigning(assignment.plain(value), isFirst: needsNote(property.slot)).slotValue
        }
        let wanted = try assignment.content(of: value)
        let difference = try rule.difference(from: merged.state.visible, to: wanted)
        return try merged.adding(difference, isFirst: needsNote(property.slot)).slotValue
    }
}

extension MergedValue {
    /// The slot's content: the stored value alone, if there is no change and no set or dictionary to keep open.
    var slotValue: SlotValue {
        let isPlain = !isChanged && done.isIdentity && (rule.kind == .counter || rule.kind == .value)
        return isPlain ? snapshot : .live(self)
    }

    /// The same value.
    ///
    /// - Throws: `MergeError` for a number that the counter's type cannot hold (MRG-25).
    func inRange() throws -> MergedValue {
        if rule.kind == .counter { _ = try rule.stored(state.result()) }
        return self
    }

    /// The value with a replacement; the same value when the replacement equals the present one.
    func assigning(_ wanted: SlotValue, isFirst: Bool) throws -> MergedValue {
        if rule.criterion == .valueDiffers, let visible = visibleValue, wanted.shows(visible) { return self }
        var tokens = objects
        let delta = ValueDelta(tokens.token(for: wanted))
        return try knowing(tokens).adding(.value(delta), isFirst: isFirst)
    }
}

extension NSManagedObject {
    /// Applies the changes of mergeable attributes to the object's new snapshot.
    final func putChangesOnSnapshot() {
        for slot in binding.rebasedSlots {
            guard let rule = binding.slotProperties[slot].merge, slots.count > 0 else { continue }
            let old = slots[slot].merged
            guard slots.row != nil else { becomeNew(slot, rule, old); continue }
            let base = snapshotValue(at: slot)
            let new = old?.rebased(onto: base).slotValue ?? base
            if slots[slot].shows(new) {
                slots[slot] = new
            } else {
                changing(slot) { slots[slot] = new }
            }
        }
    }

    /// Makes the whole value a change of a new object's value, because the object's row is gone.
    private func becomeNew(_ slot: Int, _ rule: MergeRule, _ old: MergedValue?) {
        let base = MergedValue(snapshotValue(at: slot), rule)
        let present = old ?? MergedValue(slots[slot], rule)
        let delta = try? rule.difference(from: base.state.visible, to: present.state.visible)
        if let delta { slots[slot] = base.knowing(present.objects).with(delta).slotValue }
    }

    /// Puts a kept change into its slot; a mergeable attribute's change is applied to the present snapshot.
    final func reapply(_ change: SlotContent) {
        guard let merged = change.value.merged else { return slots.write(change.value, at: change.slot) }
        let rebased = merged.rebased(onto: mergeBase(at: change.slot, merged.rule))
        if rebased.isChanged {
            slots.write(rebased.slotValue, at: change.slot)
        } else {
            slots[change.slot] = rebased.slotValue
        }
    }

    /// Opens the set or dictionary of a slot, once.
    final func openMerged(_ slot: Int) {
        guard let rule = binding.slotProperties[slot].merge, rule.kind == .set || rule.kind == .dictionary,
            slots[slot].merged == nil, !slots.isFault
        else { return }
        slots[slot] = .live(MergedValue(mergeBase(at: slot, rule), rule))
    }

    /// An attribute's change, as a store applies it; nil without a change.
    ///
    /// - Throws: `CoreDataException` for a value that has no stored form.
    final func storedDelta(at slot: Int) throws -> SlotDelta? {
        guard let merged = slots[slot].merged, merged.isChanged else { return nil }
        var delta = merged.state.delta
        if case .value(.set) = delta { delta = .value(ValueDelta(try storedForm(at: slot))) }
        let isDecided = merged.rule.kind == .value && merged.rule.conflict != .mine
        return SlotDelta(
            slot: slot, delta: delta,
            expected: isDecided ? try merged.snapshot.storedForm(entity.name ?? "", binding.names[slot]) : nil
        )
    }

    /// The snapshot after a save that wrote changes of mergeable attributes alone.
    ///
    /// Other contexts' plain values stay unseen under the old version. So the program's next save of plain values meets
    /// the optimistic lock conflict (MT-12). Derived values are always the store's (DER-23).
    final func snapshot(withChangesOf newest: Row) -> Row {
        guard let old = slots.row, old.version != newest.version else { return newest }
        return old.taking(binding.rebasedSlots + binding.computedSlots, from: newest)
    }

    /// Takes the values that a save stored: the change is done (MRG-93).
    ///
    /// - Returns: whether a value differs from the one before.
    final func adoptAppliedChanges(of row: Row) -> Bool {
        if binding.rebasedSlots.isEmpty { return false }
        var others: [Int] = []
        for slot in binding.rebasedSlots {
            let value = slots[slot]
            if value.merged == nil, value == .stored(row[slot]) { continue }
            if let saved = savedValue(value, as: row[slot], slot) {
                slots[slot] = saved
            } else {
                others.append(slot)
            }
        }
        for slot in others { changing(slot) { slots[slot] = .stored(row[slot]) } }
        return !others.isEmpty
    }

    /// The slot's new value if programs see the same value as before; else nil.
    private func savedValue(_ value: SlotValue, as stored: StoredValue, _ slot: Int) -> SlotValue? {
        guard let merged = value.merged else { return value.shows(.stored(stored)) ? value : nil }
        if let visible = merged.visibleValue {
            guard visible.shows(.stored(stored)) else { return nil }
            // A transformed value stays opened.
            return (try? visible.storedForm("", "")) == stored ? visible : .stored(stored)
        }
        let saved = merged.saved(as: stored)
        return saved.state.visible == merged.state.visible ? saved.slotValue : nil
    }
}
