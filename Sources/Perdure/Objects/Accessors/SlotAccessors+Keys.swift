// SPDX-License-Identifier: Apache-2.0
// Properties by key for generated code: for accessors of classes that no model in their target contains. Part of
// SlotAccessors.swift.

extension NSManagedObject {
    /// Reads the property itself, whatever accessors the class has for key-value coding.
    ///
    /// Otherwise an accessor that a subclass overrides and calls by `super` would call itself.
    public final func _storedValue(forKey key: String) -> Any? { readStored(key) }

    /// Sets the property itself, whatever accessors the class has for key-value coding.
    public final func _setStoredValue(_ value: Any?, forKey key: String) {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key) else {
            return setValue(value, forUndefinedKey: key)
        }
        if slots.isFault { fireFault(for: property.slot) }
        writeProperty(value, at: property.slot)
    }
}
