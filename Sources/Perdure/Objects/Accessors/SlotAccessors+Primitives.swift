// SPDX-License-Identifier: Apache-2.0
// Primitive values for generated code: `primitiveTitle` reads and sets them without announcement and without a dirty
// mark. Part of SlotAccessors.swift.

import Foundation

extension NSManagedObject {
    /// Reads a property without any announcement: does not fire the fault, nil for a fault.
    public final func _primitiveValue(at slot: Int) -> Any? {
        if QueueCheck.isOn { checkQueue(at: slot) }
        guard let slot = primitiveSlot(slot), !slots.isFault else { return nil }
        return value(of: binding.slotProperties[slot])
    }

    /// Reads a property as a type, without any announcement; nil also for a value of another type.
    public final func _primitiveValue<T>(at slot: Int, as type: T.Type = T.self) -> T? {
        if type is Data.Type, let slot = primitiveSlot(slot), let bytes = storedBytes(at: slot) {
            return bytes as? T
        }
        return _primitiveValue(at: slot) as? T
    }

    /// Sets a property without any announcement: the object does not become dirty by it.
    public final func _setPrimitiveValue(_ value: Any?, at slot: Int) {
        if QueueCheck.isOn { checkQueue(at: slot) }
        if slots.isFault { fireFault(for: knownSlot(behind: slot)) }
        if let slot = primitiveSlot(slot) { writePrimitive(value, to: binding.slotProperties[slot]) }
    }

    /// The slot behind a number; primitive accessors do not announce their access.
    private func primitiveSlot(_ number: Int) -> Int? { slots.isDirect ? number : slot(behind: number) }
}
