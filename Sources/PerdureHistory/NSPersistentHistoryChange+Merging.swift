// SPDX-License-Identifier: Apache-2.0
// The merged changes of an update to mergeable attributes, which can be applied to another store.

import Perdure
import PerdureStore

extension NSPersistentHistoryChange {
    /// The changes that an update merged into mergeable attributes, by name.
    ///
    /// These are the changes that the save or the batch request committed, independent of the values in the store. Applied to
    /// another store with different values, they have the same effect. `updatedProperties` has these attributes too. An
    /// attribute is missing when the replacement of its value lost against another replacement.
    ///
    /// ```swift
    /// for (name, delta) in change.mergeableDeltas { try copy.apply(delta, forKey: name) }
    /// ```
    ///
    /// ## Compatibility
    /// An addition. Core Data's history only lists the attributes that were written. The changes are in a table of their own,
    /// which Core Data ignores.
    public var mergeableDeltas: [String: MergeableDelta] {
        let properties = EntityBinding.of(entity).slotProperties
        return Dictionary(
            value.deltas.map { (properties[$0.slot].name, MergeableDelta($0.delta)) },
            uniquingKeysWith: { $1 })
    }
}
