// SPDX-License-Identifier: Apache-2.0
// Values that stores compute: objects take them over after saves and merges (NSManagedObjectContext+Computed.swift), and
// what a program gives such an attribute itself lasts until then.

import Foundation
import PerdurePredicates
import PerdureStore

extension NSManagedObject {
    /// Takes what the store computed in a save of the object itself; gives whether a value is another one now.
    final func takeComputedValues(of row: Row) -> Bool {
        if binding.computedSlots.isEmpty { return false }
        let computed = binding.computedSlots.filter { slots[$0] != .stored(row[$0]) }
        for slot in computed { changing(slot) { slots[slot] = .stored(row[slot]) } }
        return !computed.isEmpty
    }

    /// Takes what the store computed because of a save that did not write the object; gives whether a value is another
    /// one now.
    final func adoptComputed(_ row: Row) -> Bool {
        let computed = computedSlots(in: row)
        for slot in computed { changing(slot) { slots[slot] = .stored(row[slot]) } }
        rebase(computed, on: row)
        return !computed.isEmpty
    }

    /// The same because of a save of another context.
    final func mergeComputed(_ row: Row) -> Bool {
        let computed = computedSlots(in: row)
        guard !computed.isEmpty else { return false }
        withoutTracking {
            announcing(computed) {
                for slot in computed { slots[slot] = .stored(row[slot]) }
                rebase(computed, on: row)
            }
        }
        return true
    }

    /// The derived attributes whose snapshot differs from a row; none for a fault.
    private func computedSlots(in row: Row) -> [Int] {
        guard let old = slots.row, old.key.entity == row.key.entity else { return [] }
        return binding.computedSlots.filter { old[$0] != row[$0] }
    }

    /// Makes computed values part of the snapshot.
    ///
    /// Of a row that others have written too, nothing else is taken. The version stays that of the values which the
    /// program has seen, so that its next save meets the conflict. A parent's row has what is unsaved there, under the
    /// version of the stored values: its version tells nothing.
    private func rebase(_ computed: [Int], on row: Row) {
        guard !computed.isEmpty, let old = slots.row else { return }
        let isStored = managedObjectContext?.hasParent == false
        // Nor does the version tell of what others have merged: the slots would not be in step with it.
        let isSame = isStored && old.version == row.version && !binding.appliesChanges
        slots.row = isSame ? row : old.taking(computed, from: row)
    }

    /// Whether the program has given a derived attribute another value than the snapshot's.
    final var hasAssignedComputedValues: Bool {
        binding.computedSlots.contains { isChanged(binding.slotProperties[$0]) }
    }

    /// The row of an object without what the program gave derived attributes: nothing computes them before the root's save.
    final func withoutAssignedComputedValues(_ row: Row) -> Row {
        guard hasAssignedComputedValues, let old = snapshot else { return row }
        return row.taking(binding.computedSlots, from: old)
    }

    /// Takes what a child's new object has of a derived attribute until it is saved; nobody assigned it here.
    ///
    /// - Returns: whether the property is derived.
    final func takesComputed(_ value: SlotValue, _ property: SlotProperty) -> Bool {
        if property.isComputed { slots.write(value, at: property.slot) }
        return property.isComputed
    }

    /// Says once for each derived attribute that giving it a value is in vain; nothing for all others.
    final func warnOfAssignment(to property: SlotProperty) {
        guard property.isComputed else { return }
        let name = "\(property.description.entity.name ?? "").\(property.name)"
        guard Self.assignedAttributes.withLock({ $0.insert(name).inserted }) else { return }
        let text =
            "CoreData: warning: The derived attribute '\(name)' was given a value. The next save puts what the store "
            + "computes in its place: change the properties that it is computed from, and use "
            + "setPrimitiveValue(_:forKey:) for the value that a new object has until it is saved.\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    private static let assignedAttributes = Lock<Set<String>>([])
}

extension SlotProperty {
    /// Why programs cannot give the property a value; nil where they can.
    var refusalOfValues: String? { isComputed ? "the attribute is derived: stores compute it" : nil }

    /// Whether undo and redo put a value back: of a derived attribute only what nothing has replaced since.
    func isRestored(wasSaved: Bool, isUntouched: Bool) -> Bool { !isComputed || (!wasSaved && isUntouched) }
}

extension Row {
    /// The row with another one's values in some slots.
    func taking(_ slots: [Int], from other: Row) -> Row {
        var values = values
        for slot in slots { values[slot] = other[slot] }
        return Row(key: key, version: version, values: values)
    }
}
