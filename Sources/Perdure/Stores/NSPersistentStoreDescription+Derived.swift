// SPDX-License-Identifier: Apache-2.0
// Tells a store to recompute its derived attributes.

import Foundation

extension NSPersistentStoreDescription {
    static let recomputesDerivedKey = "PerdureRecomputesDerivedAttributes"

    /// Whether an SQLite store recomputes its derived attributes when it is opened; false unless set.
    ///
    /// Set it for a store that another program has written without running its triggers; `perdure store check` reports such a
    /// store. Times from `now()` are not recomputed. In a store that Apple's framework made, triggers are created for
    /// attributes that have none.
    ///
    /// ## Compatibility
    /// An addition.
    public final var recomputesDerivedAttributes: Bool {
        get { (options[Self.recomputesDerivedKey] as? NSNumber)?.boolValue ?? false }
        set { setOption(newValue ? NSNumber(value: true) : nil, forKey: Self.recomputesDerivedKey) }
    }
}

extension StoreSpecification {
    /// Whether the store recomputes its derived attributes.
    package var recomputesValues: Bool { flag(NSPersistentStoreDescription.recomputesDerivedKey) }
}
