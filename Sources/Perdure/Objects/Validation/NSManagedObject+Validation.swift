// SPDX-License-Identifier: Apache-2.0
// What the overridable methods of validation do (PropertyValidation.swift).

import Foundation

extension NSManagedObject {
    /// Checks a value for a property, then asks the class's validator of the key.
    final func checkValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        let validation = PropertyValidation(self)
        try validation.validate(object: value.pointee, forKey: key)
        try validation.askValidator(value, forKey: key)
    }

    final func checkAllValues() throws { try PropertyValidation(self).validateAll() }

    final func checkDeletion() throws {
        // Whoever deleted the row has checked that; the members that are known here may be former ones.
        if !state.contains(.gone) { try PropertyValidation(self).validateDeletion() }
    }

    /// The objects that a relationship leads to; fires the fault and loads the members.
    final func destinations(at slot: Int) -> [NSManagedObject] {
        if slots.isFault { fireFault(for: slot) }
        guard !slots.isFault, let relationship = binding.slotProperties[slot].relationship else { return [] }
        if relationship.isToMany { return loadedToMany(at: slot).list }
        return toOne(at: slot).map { [$0] } ?? []
    }
}
