// SPDX-License-Identifier: Apache-2.0
// Values that stores compute. Objects take them over after saves and merges (NSManagedObjectContext+Computed.swift). A
// value that a program gives such an attribute lasts until then.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObject {
    /// Takes over the values that the store computed in a save of this object; tells whether one has changed.
    final func adoptValuesComputedInSave(of row: Row) -> Bool {
        if binding.computedSlots.isEmpty { return false }
        let computed = binding.computedSlots.filter { slots[$0] != .stored(row[$0]) }
        for slot in computed { changing(slot) { slots[slot] = .stored(row[slot]) } }
        return !computed.isEmpty
    }

    /// Takes over values that the store computed in a save of other objects; tells whether one has changed.
    final func adoptComputedRow(_ row: Row) -> Bool {
        let computed = computedSlots(in: row)
        for slot in computed { changing(slot) { slots[slot] = .stored(row[slot]) } }
        rebase(computed, on: row)
        takeVersion(of: row)
        return !computed.isEmpty
    }

    /// Takes over a version that is all that differs: the save itself has given the row a new one.
    private func takeVersion(of row: Row) {
        guard let old = slots.row, old.version != row.version, old.key.entity == row.key.entity,
            managedObjectContext?.hasParent == false, !binding.appliesChanges,
            (0..<old.count).allSatisfy({ old[$0] == row[$0] })
        else { return }
        slots.row = row
    }

    /// Takes over values that the store computed in another context's save; tells whether one has changed.
    final func adoptComputedValues(_ row: Row) -> Bool {
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
    /// Takes nothing else of a row that another context has written too. The snapshot keeps its version, so that the
    /// object's next save meets the optimistic lock conflict. A parent's row contains unsaved values under the stored
    /// version, so its version tells nothing.
    private func rebase(_ computed: [Int], on row: Row) {
        guard !computed.isEmpty, let old = slots.row else { return }
        let isStored = managedObjectContext?.hasParent == false
        // The version does not tell of merged changes either: the slots would lag behind it.
        let isSame = isStored && old.version == row.version && !binding.appliesChanges
        slots.row = isSame ? row : old.taking(computed, from: row)
    }

    /// Whether the program has given a derived attribute another value than the snapshot's.
    final var hasAssignedComputedValues: Bool {
        binding.computedSlots.contains { isChanged(binding.slotProperties[$0]) }
    }

    /// A row with the snapshot's derived values: nothing computes new ones before the root context saves.
    final func withoutAssignedComputedValues(_ row: Row) -> Row {
        guard hasAssignedComputedValues, let old = snapshot else { return row }
        return row.taking(binding.computedSlots, from: old)
    }

    /// Takes a derived attribute's value from a child's new object, without a warning: no program assigned it here.
    ///
    /// - Returns: whether the property is derived.
    final func acceptsComputedValue(_ value: SlotValue, _ property: SlotProperty) -> Bool {
        if property.isComputed { slots.write(value, at: property.slot) }
        return property.isComputed
    }

    /// Warns once per derived attribute that the next save replaces an assigned value.
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
    package var refusalOfValues: String? { isComputed ? "the attribute is derived: stores compute it" : nil }

    /// Whether undo and redo restore a value; a derived attribute's only while nothing has replaced it.
    func isRestored(wasSaved: Bool, isUntouched: Bool) -> Bool { !isComputed || (!wasSaved && isUntouched) }
}

extension Row {
    /// This row with some slots' values from another row.
    func taking(_ slots: [Int], from other: Row) -> Row {
        var values = values
        for slot in slots { values[slot] = other[slot] }
        return Row(key: key, version: version, values: values)
    }
}
