// SPDX-License-Identifier: Apache-2.0
// What a new model leaves to the stored row with its unique value (UpsertPolicy.swift): the defaults of properties that the
// program has not set.

import Foundation
import Perdure

extension _ModelObject: UpsertingObject {
    /// Notes the first value of a slot, and each value after it as one that the program sets.
    ///
    /// A property has its default first. What an initializer assigns comes here too, until all properties have a value.
    @inlinable @inline(__always)
    final func noteFirstValue(at slot: Int) {
        guard slot < 64 else { return noteFirstValue(behind: slot) }
        let bit: UInt64 = 1 << UInt64(slot)
        assigned |= begun & bit
        begun |= bit
    }

    @usableFromInline
    final func noteFirstValue(behind slot: Int) {
        if !begunBehind.insert(slot).inserted { assigned |= 1 << UInt64(slot & 63) }
    }

    /// Gives the model's default back to attributes that nobody has set: those do not replace a row's values.
    final func dropUnassignedDefaults() {
        for (slot, property) in ModelFacts.of(modelType).properties.enumerated() {
            guard property.form.destination == nil, property.metadata.defaultValue != nil,
                assigned & 1 << UInt64(slot & 63) == 0
            else { continue }
            _setValue(entity.attributesByName[property.name]?.defaultValue, at: slot)
        }
    }
}
