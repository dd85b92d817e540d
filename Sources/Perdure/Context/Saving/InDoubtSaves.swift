// SPDX-License-Identifier: Apache-2.0
// The changes that saves of a context may have committed although the store could not say so (134030). The next attempt
// has the same changes and perhaps more; each change must count once (MRG-98). PerdureStore/Merging/InDoubtSave.swift
// does it.

import PerdureStore

/// Saves whose commit has an unknown end, by store.
struct InDoubtSaves {
    private var saves: [ObjectIdentifier: InDoubtSave] = [:]

    var isEmpty: Bool { saves.isEmpty }

    /// The changes of such saves in one store; nil when the end of all saves is known.
    subscript(store: EngineStore) -> InDoubtSave? {
        get { saves.isEmpty ? nil : saves[ObjectIdentifier(store.namespace)] }
        set { saves[ObjectIdentifier(store.namespace)] = newValue }
    }

    /// Forgets an object whose changes were discarded.
    mutating func forget(_ id: NSManagedObjectID) {
        guard let namespace = id.namespace else { return }
        saves[ObjectIdentifier(namespace)]?.forget(id.key)
    }
}
