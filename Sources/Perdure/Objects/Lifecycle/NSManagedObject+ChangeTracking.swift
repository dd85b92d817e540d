// SPDX-License-Identifier: Apache-2.0
// How a setter's change reaches the context's journal: announcements, the old value, the dirty mark.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Whether changes make the object dirty and update inverse relationships.
    final var isTracked: Bool { environment.hasContext && !state.contains(.untracked) }

    /// Sets an attribute, tracked: announces, writes, records.
    final func setAttribute(_ value: consuming SlotValue, at slot: Int) {
        guard hasValues(for: slot) else { return }
        let key = environment.names[slot]
        announcedSlot = Int32(truncatingIfNeeded: slot)
        willChangeValue(forKey: key)
        if needsNote(slot) {
            let former = slots.exchange(value, at: slot)
            if state.contains(.changedInsertion), isInitial(former, slot) {
                // The object is new in this event. The mark alone says what a note of the old value would say.
                slots.markNoted(slot)
            } else {
                reportChange(at: slot, from: former)
            }
        } else {
            slots.write(value, at: slot)
        }
        announcedSlot = Int32(truncatingIfNeeded: slot)
        didChangeValue(forKey: key)
        announcedSlot = -1
    }

    /// Fires the fault; false when the object stays a fault, because its row is unreachable or its context is gone.
    @inline(__always)
    final func hasValues(for slot: Int) -> Bool {
        if !slots.isFault { return true }
        fireFault(for: slot)
        return !slots.isFault
    }

    /// Calls an overridable announcement that is part of a tracked setter.
    final func announce(_ slot: Int, _ announcement: () -> Void) {
        announcedSlot = Int32(truncatingIfNeeded: slot)
        announcement()
        announcedSlot = -1
    }

    /// Whether the context needs the slot's old value: only at the slot's first change in an event.
    @inline(__always)
    final func needsNote(_ slot: Int) -> Bool {
        isTracked && !(state.contains(.inEvent) && slots.noted.contains(slot) && slot < 63)
    }

    /// Records a change; passes the old value to the context once per event.
    @inline(__always)
    final func noteChange(at slot: Int, from old: SlotValue) {
        guard needsNote(slot) else { return }
        reportChange(at: slot, from: old)
    }

    /// Whether a value is certainly the slot's initial value, in a slot with a bit of its own in the mask.
    @inline(__always)
    private func isInitial(_ value: SlotValue, _ slot: Int) -> Bool {
        guard slot < 63 else { return false }
        switch value {
        case .stored(.null): return binding.initialValues[slot].isNull
        case .stored(.integer(let number)):
            guard case .stored(.integer(number)) = binding.initialValues[slot] else { return false }
            return true
        default: return false
        }
    }

    @inline(never)
    private func reportChange(at slot: Int, from old: consuming SlotValue) {
        link?.didChange(self, slot: slot, from: old)
    }

    /// The first half of a will/didChange pair that a program calls itself.
    @inline(never)
    final func beginChange(forKey key: String) {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key) else { return }
        let slot = property.slot
        guard hasValues(for: slot) else { return }
        // An untracked change updates no inverse: refreshing must not load relationships for it.
        guard isTracked else { return }
        let old: SlotValue =
            property.isToMany ? .live(loadedToMany(at: slot).copy()) : slots[slot]
        slots.makeExtras()?.openChanges.append(OpenChange(slot: slot, oldValue: old))
    }

    /// The second half of the pair: the object becomes dirty, even if the value is the same.
    @inline(never)
    final func endChange(forKey key: String) {
        guard let slot = binding.layout.slots[key] else { return endUnmodeledChange() }
        guard let extras = slots.extras,
            let index = extras.openChanges.lastIndex(where: { $0.slot == slot })
        else { return noteChange(at: slot, from: slots[slot]) }
        let change = extras.openChanges.remove(at: index)
        followUp(change)
        noteChange(at: slot, from: change.oldValue)
    }

    private func endUnmodeledChange() {
        guard isTracked, !Self.contextShouldIgnoreUnmodeledPropertyChanges else { return }
        link?.sink?.didChange(self, slot: nil, from: .null)
    }

    /// Whether a tracked setter makes the announcement; the setter then does the rest itself.
    @inline(__always)
    final func isAnnounced(_ key: String) -> Bool {
        guard announcedSlot >= 0, environment.names[Int(announcedSlot)] == key else { return false }
        announcedSlot = -1
        return true
    }
}
