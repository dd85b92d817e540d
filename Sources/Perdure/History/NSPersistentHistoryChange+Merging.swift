// SPDX-License-Identifier: Apache-2.0
// What an update added to attributes that merge: enough to do the same in another store.

import PerdureStore

extension NSPersistentHistoryChange {
    /// The changes that an update applied to attributes that merge, by name.
    ///
    /// They are what the save or the batch request committed, whatever others had stored: applied to another store, whose
    /// values may differ, they have the same effect. `updatedProperties` has these attributes too. An attribute is missing
    /// where the replacement of a value gave way to another one.
    ///
    /// ```swift
    /// for (name, delta) in change.mergeableDeltas { try copy.apply(delta, forKey: name) }
    /// ```
    ///
    /// ## Compatibility
    /// An addition. Core Data's history tells only which attributes were written; the changes are kept in a table of their
    /// own, which its framework passes over.
    public var mergeableDeltas: [String: MergeableDelta] {
        let properties = EntityBinding.of(entity).slotProperties
        return Dictionary(
            value.deltas.map { (properties[$0.slot].name, MergeableDelta($0.delta)) },
            uniquingKeysWith: { $1 })
    }
}
