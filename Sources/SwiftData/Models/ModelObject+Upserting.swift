// SPDX-License-Identifier: Apache-2.0
// What a new model leaves to the stored row with its unique value (UpsertPolicy.swift).

import Foundation
import Perdure

extension _ModelObject: UpsertingObject {
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
