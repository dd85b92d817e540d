// SPDX-License-Identifier: Apache-2.0
// What saves of a context may have written already, because their commit could not be settled (134030): so that the next
// try, which has the same changes and perhaps more, counts once (MRG-98). PerdureStore/Merging/DoubtfulSave.swift does it.

import PerdureStore

/// Saves whose commit could not be settled, by store.
struct UnsettledSaves {
    private var saves: [ObjectIdentifier: DoubtfulSave] = [:]

    var isEmpty: Bool { saves.isEmpty }

    /// What the last such saves would have written in a store; nil when all are settled.
    subscript(store: EngineStore) -> DoubtfulSave? {
        get { saves.isEmpty ? nil : saves[ObjectIdentifier(store.origin)] }
        set { saves[ObjectIdentifier(store.origin)] = newValue }
    }

    /// Forgets an object whose changes have been given up.
    mutating func forget(_ id: NSManagedObjectID) {
        guard let origin = id.origin else { return }
        saves[ObjectIdentifier(origin)]?.forget(id.key)
    }
}
