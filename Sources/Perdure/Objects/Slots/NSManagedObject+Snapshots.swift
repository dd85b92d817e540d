// SPDX-License-Identifier: Apache-2.0
// Finds changes: compares slots with the snapshot, the immutable row. A transient's snapshot is nil.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Whether at least one persistent property differs from its last fetched or saved value; fires nothing.
    ///
    /// Primitive changes alone do not count: they do not give the object changes.
    public final var hasPersistentChangedValues: Bool { hasChanges && differsPersistently }

    /// Whether a persistent property differs from the snapshot, announced or not.
    final var differsPersistently: Bool {
        link != nil && !slots.written.isEmpty
            && binding.slotProperties.contains { !$0.isTransient && isChanged($0) }
    }

    /// The snapshot's value of a slot; an object that was never saved has the initial value.
    final func snapshotValue(at slot: Int) -> SlotValue {
        slots.row.map { .stored($0[slot]) } ?? binding.initialValues[slot]
    }

    /// Whether a property's value differs from the snapshot's.
    final func isChanged(_ property: SlotProperty) -> Bool {
        let slot = property.slot
        guard slots.written.contains(slot) else { return false }
        switch slots[slot] {
        case .live(let value):
            return value.isChanged(from: property.isTransient ? .null : snapshotValue(at: slot))
        case .stored(let value):
            if property.changesAreLive { return false }
            return property.isTransient
                ? !value.isNull : !SlotValue.stored(value).shows(snapshotValue(at: slot))
        }
    }

    final func changesSinceSnapshot() -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        // An unannounced primitive change shows only beside a tracked change (PRG-33).
        guard link != nil, hasChanges else { return [:] }
        var result: [String: Any] = [:]
        for property in binding.slotProperties where !property.isTransient && isChanged(property) {
            let value = value(of: property)
            // Loading a relationship may show that the store already has the same members.
            if property.isToMany, !isChanged(property) { continue }
            result[property.name] = value ?? NSNull()
        }
        return result
    }

    final func changesOfCurrentEvent() -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        var result: [String: Any] = [:]
        var seen: Set<Int> = []
        // A slot's first note has its value before the event.
        for note in link?.sink?.oldValues(of: self) ?? [] where seen.insert(note.slot).inserted {
            let property = binding.slotProperties[note.slot]
            guard !property.isTransient, differs(from: known(note)) else { continue }
            result[property.name] = visible(note.value, property) ?? NSNull()
        }
        return result
    }

    /// The note with its members loaded, if they were not read before the event.
    private func known(_ note: SlotContent) -> SlotContent {
        if let old = note.value.members, !old.isLoaded, !slots.isFault {
            old.load(loadedToMany(at: note.slot).committed)
        }
        return note
    }

    /// Whether a slot's value differs from its value before the event.
    private func differs(from note: SlotContent) -> Bool {
        slots.isFault || !slots[note.slot].shows(note.value)
    }

    final func snapshotValues(_ keys: [String]?) -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        if slots.isFault { fireFault() }
        guard let row = slots.row else { return [:] }
        let properties = keys.map { $0.compactMap { binding.property(named: $0) } }
        var result: [String: Any] = [:]
        for property in properties ?? Array(binding.slotProperties) where !property.isTransient {
            if property.isToMany {
                result[property.name] = loadedToMany(at: property.slot).visible(nil)
            } else {
                result[property.name] = visible(.stored(row[property.slot]), property) ?? NSNull()
            }
        }
        return result
    }

    /// A former or other value of a slot, as programs see it.
    final func visible(_ value: SlotValue, _ property: SlotProperty) -> Any? {
        switch value {
        case .stored(.reference(let key)): link?.sink?.object(for: key, relatedTo: self)
        case .stored: property.coding?.value(value)
        case .live(let value): value.visible(property.coding)
        }
    }

    /// The slots that refresh keeps: changed persistent slots, and transients that are not nil.
    ///
    /// Values that a program assigned to derived attributes are not kept.
    ///
    /// - Parameter withNulls: whether a transient that holds NSNull counts as changed (TRN-37); else it counts as nil.
    /// - Returns: the slots with their values.
    final func changesToKeep(withNulls: Bool = false) -> [SlotContent] {
        // Only a written slot can have changed.
        guard !slots.written.isEmpty || binding.hasTransients else { return [] }
        return binding.slotProperties.compactMap { property in
            let value = slots[property.slot]
            let isKept = property.isTransient ? Self.isKept(value, withNulls) : isKept(property)
            guard isKept else { return nil }
            let kept = property.isTransient ? value : value.live.map { .live($0.keptByRefresh()) } ?? value
            return SlotContent(slot: property.slot, value: kept)
        }
    }

    private func isKept(_ property: SlotProperty) -> Bool { property.isAssigned && isChanged(property) }

    /// Whether refresh keeps a transient; NSNull counts as nil, as Apple has it, and so does a to-many without members.
    private static func isKept(_ transient: SlotValue, _ withNulls: Bool) -> Bool {
        transient.live?.isKeptTransient(withNulls: withNulls) ?? !transient.isNull
    }

    /// The slots that `restoreSnapshot` may change: written slots, and transients without their initial value.
    final var slotsToRestore: [Int] {
        binding.slotProperties.filter { slots.written.contains($0.slot) || isTransientlySet($0) }.map(\.slot)
    }

    /// Whether a transient's value differs from its initial value.
    private func isTransientlySet(_ property: SlotProperty) -> Bool {
        guard property.isTransient else { return false }
        let value = slots[property.slot]
        return value.live?.isSet(besides: property.initialValue) ?? !value.shows(property.initialValue)
    }

    /// Puts the snapshot's values back into the slots, transients included.
    final func restoreSnapshot() {
        guard let row = slots.row else { return }
        for property in binding.slotProperties {
            let (value, stored) = (slots[property.slot], SlotValue.stored(row[property.slot]))
            // An opened value that equals the snapshot stays opened.
            if value.isChanged(from: stored) || !value.shows(stored) { slots[property.slot] = stored }
        }
        for preset in binding.transientDefaults { slots[preset.slot] = preset.value }
        slots.clearWritten()
    }
}
