// SPDX-License-Identifier: Apache-2.0
// Asks a store to compute its derived attributes anew.

import Foundation

extension NSPersistentStoreDescription {
    static let recomputesDerivedKey = "PerdureRecomputesDerivedAttributes"

    /// Whether an SQLite store computes its derived attributes anew when it is opened; false unless set.
    ///
    /// For a store that another program has written without running its triggers: `perdure store check` tells. Times
    /// that come from `now()` stay as they are. In a store that Apple made, triggers are made for attributes that have none.
    ///
    /// ## Compatibility
    /// An addition.
    public final var recomputesDerivedAttributes: Bool {
        get { (options[Self.recomputesDerivedKey] as? NSNumber)?.boolValue ?? false }
        set { setOption(newValue ? NSNumber(value: true) : nil, forKey: Self.recomputesDerivedKey) }
    }
}

extension StorePlace {
    /// Whether values that the store computes are computed anew.
    var recomputesValues: Bool { flag(NSPersistentStoreDescription.recomputesDerivedKey) }
}
