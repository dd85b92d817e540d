// SPDX-License-Identifier: Apache-2.0
// What changed: the slots compared with the snapshot, the immutable row. A transient's snapshot is nil.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Whether at least one persistent property differs from its last fetched or saved value; fires nothing.
    ///
    /// Primitive values alone do not count: of an object without changes it is false.
    public final var hasPersistentChangedValues: Bool { hasChanges && differsPersistently }

    /// The same, whether or not anybody has announced it.
    final var differsPersistently: Bool {
        link != nil && !slots.written.isEmpty
            && binding.slotProperties.contains { !$0.isTransient && isChanged($0) }
    }

    /// The snapshot's value of a slot: nil for transients, the default for what was never saved.
    final func snapshotValue(at slot: Int) -> SlotValue {
        slots.row.map { $0[slot] } ?? binding.initialValues[slot]
    }

    /// Whether a property's value differs from the snapshot's.
    final func isChanged(_ property: SlotProperty) -> Bool {
        let slot = property.slot
        guard slots.written.contains(slot) else { return false }
        let value = slots[slot]
        if property.merge != nil { return value.merged?.isChanged ?? false }
        if property.isToMany {
            guard case .object(let object) = value else { return false }
            return (object as? ToManyValue)?.hasChanges ?? false
        }
        if property.isTransient { return !value.isNull }
        return !Self.areEqual(value, snapshotValue(at: slot))
    }

    /// Equality of a slot's value with a row's.
    static func areEqual(_ value: SlotValue, _ stored: SlotValue) -> Bool {
        switch (value, stored) {
        case (.object(let object), .reference(let key)):
            guard let id = (object as? NSManagedObject)?.id else { return false }
            return id.key == key || id.settled?.key == key
        case (.object(let merged as MergedValue), _):
            return merged.shows(stored)
        case (_, .object(let merged as MergedValue)):
            return merged.shows(value)
        case (.object(let object), .data(let archive)):
            guard let box = object as? TransformedValue else { return false }
            return box.archive == archive
                || box.isEqual(TransformedValue(archive: archive, box.details))
        case (.object(let left), .object(let right)):
            if let left = left as? TransformedValue, let right = right as? TransformedValue {
                return left.isEqual(right)
            }
            return left === right
        case (.double(let left), .double(let right)): return left == right || (left.isNaN && right.isNaN)
        case (.double(let number), .null), (.date(let number), .null): return number.isNaN
        case (.composite(let left), .composite(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
        default: return value == stored
        }
    }

    final func changesSinceSnapshot() -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        // What setPrimitiveValue alone has written goes along with the next tracked change (PRG-33).
        guard link != nil, hasChanges else { return [:] }
        var result: [String: Any] = [:]
        for property in binding.slotProperties where !property.isTransient && isChanged(property) {
            let value = value(of: property)
            // Loading a relationship may show that the store has the same members by now.
            if property.isToMany, !isChanged(property) { continue }
            result[property.name] = value ?? NSNull()
        }
        return result
    }

    final func changesOfCurrentEvent() -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        var result: [String: Any] = [:]
        var seen: Set<Int> = []
        // The first note of a slot has the value from before the event.
        for note in link?.sink?.oldValues(of: self) ?? [] where seen.insert(note.slot).inserted {
            let property = binding.slotProperties[note.slot]
            guard !property.isTransient, differs(from: known(note)) else { continue }
            result[property.name] = visible(note.value, property) ?? NSNull()
        }
        return result
    }

    /// The same value with the members that it has, where nobody had read them before the event.
    private func known(_ note: NotedValue) -> NotedValue {
        if case .object(let old as ToManyValue) = note.value, !old.isLoaded, !slots.isFault {
            old.load(loadedToMany(at: note.slot).committed)
        }
        return note
    }

    /// Whether a slot has another value than before the event.
    private func differs(from note: NotedValue) -> Bool {
        guard !slots.isFault else { return true }
        let now = slots[note.slot]
        if case .object(let old as ToManyValue) = note.value {
            guard case .object(let new as ToManyValue) = now else { return true }
            return !new.hasSameChanges(as: old)
        }
        return !Self.areEqual(now, note.value) && !Self.areEqual(note.value, now)
    }

    final func snapshotValues(_ keys: [String]?) -> [String: Any] {
        if QueueCheck.isOn { checkQueue(of: nil) }
        if slots.isFault { fireFault() }
        guard let row = slots.row else { return [:] }
        let properties = keys.map { $0.compactMap { binding.property(named: $0) } }
        var result: [String: Any] = [:]
        for property in properties ?? Array(binding.slotProperties) where !property.isTransient {
            if property.isToMany {
                result[property.name] = collection(of: loadedToMany(at: property.slot))
            } else {
                result[property.name] = visible(row[property.slot], property) ?? NSNull()
            }
        }
        return result
    }

    private func collection(of value: ToManyValue) -> Any {
        if !value.hasChanges { return value.collection }
        return value.isOrdered ? NSOrderedSet(array: value.committed) : NSSet(array: value.committed)
    }

    /// A slot's value, not the present one, as programs see it.
    final func visible(_ value: SlotValue, _ property: SlotProperty) -> Any? {
        switch value {
        case .reference(let key): return link?.sink?.object(for: key, relatedTo: self)
        case .object(let object):
            if let many = object as? ToManyValue { return collection(many) }
            if object is MergedValue { return property.coding?.value(value) }
            return (object as? TransformedValue)?.value ?? object
        default: return property.coding?.value(value)
        }
    }

    /// The slots that refresh keeps: changed persistent ones, and transients that are not nil; what was given to derived
    /// attributes goes.
    ///
    /// - Parameter withNulls: whether a transient that holds NSNull counts as changed; else it is nil (TRN-37).
    /// - Returns: the slots with their values.
    final func changesToKeep(withNulls: Bool = false) -> [SlotChange] {
        // Only what was written can have changed.
        guard !slots.written.isEmpty || binding.hasTransients else { return [] }
        return binding.slotProperties.compactMap { property in
            let value = slots[property.slot]
            if property.isTransient { return Self.keptTransient(value, property.slot, withNulls) }
            guard !property.isDerived, isChanged(property) else { return nil }
            guard property.isToMany else { return SlotChange(slot: property.slot, value: value) }
            return SlotChange(slot: property.slot, value: .object(toMany(at: property.slot).rebased()))
        }
    }

    /// A transient that holds NSNull counts as nil, as Apple has it, and so does a to-many without members.
    private static func keptTransient(_ value: SlotValue, _ slot: Int, _ withNulls: Bool) -> SlotChange? {
        if value.isNull { return nil }
        if case .object(let object) = value {
            if let merged = object as? MergedValue, !merged.isChanged { return nil }
            if !withNulls, (object as? TransformedValue)?.value is NSNull { return nil }
            if let many = object as? ToManyValue, many.list.isEmpty { return nil }
        }
        return SlotChange(slot: slot, value: value)
    }

    /// The slots that `restoreSnapshot` may give another value: written ones, and transients that have one of their
    /// own.
    final var slotsToRestore: [Int] {
        binding.slotProperties.filter { slots.written.contains($0.slot) || isTransientlySet($0) }.map(\.slot)
    }

    /// Whether a transient holds another value than at the object's appearance.
    private func isTransientlySet(_ property: SlotProperty) -> Bool {
        guard property.isTransient else { return false }
        let value = slots[property.slot]
        if case .object(let many as ToManyValue) = value { return !many.list.isEmpty }
        return !Self.areEqual(value, property.initialValue)
    }

    /// Puts the snapshot's values back into the slots, transients included.
    final func restoreSnapshot() {
        guard let row = slots.row else { return }
        for property in binding.slotProperties {
            let isSame =
                !property.isToMany && !hasDelta(at: property.slot)
                && Self.areEqual(slots[property.slot], row[property.slot])
            if !isSame { slots[property.slot] = row[property.slot] }
        }
        for preset in binding.transientDefaults { slots[preset.slot] = preset.value }
        slots.clearWritten()
    }
}

/// The value that a slot had before the current event.
struct NotedValue {
    let slot: Int
    let value: SlotValue
}
